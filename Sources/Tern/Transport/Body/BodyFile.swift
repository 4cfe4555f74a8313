import Foundation

/// Writes streamed bodies to files, for every engine.
enum BodyFile {
    /// Writes `stream` to a hidden file in the folder of `url`, and moves it to `url` when it is complete. It
    /// atomically replaces an existing file. On failure and cancellation, the hidden file is removed, and an existing
    /// file at `url` is kept.
    ///
    /// - Throws: The errors of the stream, `CancellationError`, and `TernError` with code `.transportFailed` if the
    ///   file can't be written.
    static func write(_ stream: BodyStream, to url: URL) async throws {
        let partial = try Partial(for: url)
        do {
            // Not `Data.write`, which waits for the disk on each call on Linux.
            for try await piece in stream { try partial.append(piece) }
            // A stream that is cancelled at its end throws no error.
            try Task.checkCancellation()
            try partial.moveIntoPlace()
        } catch {
            partial.discard()
            throw error
        }
    }

    /// The hidden file while it is being written.
    private struct Partial {
        let destination: URL
        let url: URL
        let handle: FileHandle

        init(for destination: URL) throws(TernError) {
            self.destination = destination
            url = destination.deletingLastPathComponent().appendingPathComponent(".\(UUID().uuidString).partial")
            guard destination.isFileURL else { throw Self.failure("needs a file URL", at: destination) }
            // O_EXCL never opens an existing file. As for any new file, the umask limits its permissions.
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
            // rename(2) replaces atomically (POSIX), so that other processes never find an incomplete or missing file.
            let isMoved = url.withUnsafeFileSystemRepresentation { source in
                destination.withUnsafeFileSystemRepresentation { target in
                    if let source, let target { rename(source, target) == 0 } else { false }
                }
            }
            guard isMoved else { throw Self.failure("can't be moved into place: \(Self.systemError)", at: destination) }
        }

        func discard() {
            try? handle.close()
            _ = url.withUnsafeFileSystemRepresentation { path in path.map { unlink($0) } }
        }

        private static var systemError: String { String(cString: strerror(errno)) }

        private static func failure(_ problem: String, at url: URL, underlying: (any Error)? = nil) -> TernError {
            TernError(
                .transportFailed,
                reason: "The response's file \(url.lastPathComponent) \(problem).",
                underlying: underlying
            )
        }
    }
}
