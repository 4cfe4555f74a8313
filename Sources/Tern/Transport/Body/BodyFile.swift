import Foundation

/// Writes a body to a file, for any engine: a file is a stream that is read to its end.
enum BodyFile {
    /// Writes `stream` to a hidden file beside `url` as it comes, and moves that to `url` once it is complete, in the
    /// place of one that stands there. On failure and cancellation nothing is left behind, and what stood at `url`
    /// stays.
    ///
    /// - Throws: What the stream throws, `CancellationError`, and `TernError` with code `.transportFailed` if the file
    ///   can't be written.
    static func write(_ stream: BodyStream, to url: URL) async throws {
        let partial = try Partial(for: url)
        do {
            // Not `Data.write`, which waits for the disk each time on Linux.
            for try await piece in stream { try partial.append(piece) }
            // A cancelled stream that was at its end just ends.
            try Task.checkCancellation()
            try partial.moveIntoPlace()
        } catch {
            partial.discard()
            throw error
        }
    }

    /// The file while it grows.
    private struct Partial {
        let destination: URL
        let url: URL
        let handle: FileHandle

        init(for destination: URL) throws(TernError) {
            self.destination = destination
            url = destination.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).partial")
            guard destination.isFileURL else { throw Self.failure("is no file URL", at: destination) }
            // Exclusively, and as private as the umask lets any new file be.
            let descriptor = url.withUnsafeFileSystemRepresentation { path in
                path.map { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) } ?? -1
            }
            guard descriptor >= 0 else { throw Self.failure("can't be created: \(Self.systemError)", at: destination) }
            handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        }

        func append(_ piece: Data) throws(TernError) {
            do { try handle.write(contentsOf: piece) } catch {
                throw Self.failure("can't be written", at: destination, underlying: error)
            }
        }

        func moveIntoPlace() throws(TernError) {
            do { try handle.close() } catch {
                throw Self.failure("can't be written", at: destination, underlying: error)
            }
            // Replaces in one step (POSIX), so that nobody finds half a file or none.
            let isMoved = url.withUnsafeFileSystemRepresentation { source in
                destination.withUnsafeFileSystemRepresentation { target in
                    if let source, let target { rename(source, target) == 0 } else { false }
                }
            }
            guard isMoved else { throw Self.failure("can't be put in place: \(Self.systemError)", at: destination) }
        }

        func discard() {
            try? handle.close()
            _ = url.withUnsafeFileSystemRepresentation { path in path.map { unlink($0) } }
        }

        private static var systemError: String { String(cString: strerror(errno)) }

        private static func failure(_ problem: String, at url: URL, underlying: (any Error)? = nil) -> TernError {
            TernError(
                .transportFailed,
                reason: "The body's file \(url.lastPathComponent) \(problem).",
                underlying: underlying
            )
        }
    }
}
