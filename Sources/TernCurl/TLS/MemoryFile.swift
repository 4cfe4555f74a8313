#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// A file in memory, for a library that requires the path of a file.
    ///
    /// libcurl parses a certificate file once for all connections, but certificates in a blob for each connection: 0.2
    /// ms for one certificate, 19 ms for the 140 of a system (measured with 7.88.1).
    final class MemoryFile: Sendable {
        private let descriptor: Int32

        /// - Throws: `TernError` with code `.transportFailed` if the process lacks memory or a file descriptor.
        init(_ data: Data) throws(TernError) {
            descriptor = tern_memory_file_create("tern-tls")
            guard descriptor >= 0 else { throw Self.failure }
            let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
            do { try handle.write(contentsOf: data) } catch {
                close(descriptor)
                throw Self.failure
            }
        }

        deinit {
            close(descriptor)
        }

        /// The path of the file, valid as long as this object exists.
        var path: String { "/proc/self/fd/\(descriptor)" }

        private static var failure: TernError {
            let cause = String(cString: strerror(errno))
            return TernError(.transportFailed, reason: "The TLS certificates can't be held in memory: \(cause).")
        }
    }
#endif
