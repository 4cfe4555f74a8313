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
        do {
            return try RegularFile.open(url)
        } catch {
            throw unreadableFile(url, error.text, error.underlying)
        }
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
