import CTernFiles
import Foundation

extension RequestBody {
    private static let pieceBytes = 256 * 1024

    /// A body that reads a file while it is sent. The file is read from its start each time the body is sent.
    ///
    /// - Throws: `TernError` with code `.encodingFailed` if the file doesn't exist, can't be read, or isn't a regular
    ///   file, such as a directory or a FIFO.
    public static func file(_ url: URL, contentType: String? = nil) throws(TernError) -> RequestBody {
        let (handle, length) = try open(url)
        try? handle.close()
        let write: Writer = { send in
            let handle = try open(url).handle
            defer { try? handle.close() }
            while let piece = try handle.read(upToCount: pieceBytes), !piece.isEmpty { try await send(piece) }
        }
        let source = Source.file(url, write)
        return RequestBody(length: length, isReplayable: true, contentType: contentType, source: source)
    }

    /// The error of a body's file that doesn't exist or can't be read.
    static func unreadableFile(_ url: URL, _ error: any Error) -> TernError {
        unreadableFile(url, "can't be read", error)
    }

    // MARK: - Private

    private static func open(_ url: URL) throws(TernError) -> (handle: FileHandle, length: Int64) {
        guard url.isFileURL else { throw unreadableFile(url, "is no file", nil) }
        var length: Int64 = 0
        let descriptor = url.withUnsafeFileSystemRepresentation { path in
            path.map { tern_file_open_regular($0, &length) } ?? -1
        }
        if descriptor == -2 { throw unreadableFile(url, "is a FIFO, a socket or a device", nil) }
        guard descriptor >= 0 else {
            let number = errno
            let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
            throw unreadableFile(url, "can't be read (\(String(cString: strerror(number))))", error)
        }
        return (FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), length)
    }

    private static func unreadableFile(_ url: URL, _ problem: String, _ error: (any Error)?) -> TernError {
        TernError(
            .encodingFailed,
            reason: "The body's file \"\(url.isFileURL ? url.path : url.lastPathComponent)\" \(problem).",
            advice: "Check the file's path and permissions.",
            underlying: error
        )
    }
}
