import Foundation

extension RequestBody {
    private static let pieceBytes = 256 * 1024

    /// A body that reads a file while it is sent. The file is read from its start each time the body is sent.
    ///
    /// - Throws: `TernError` with code `.encodingFailed` if the file doesn't exist or can't be read.
    public static func file(_ url: URL, contentType: String? = nil) throws(TernError) -> RequestBody {
        let handle: FileHandle
        let length: UInt64
        do {
            handle = try FileHandle(forReadingFrom: url)
            length = try handle.seekToEnd()
            try handle.close()
        } catch {
            throw unreadableFile(url, error)
        }
        let write: Writer = { send in
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            while let piece = try handle.read(upToCount: pieceBytes), !piece.isEmpty { try await send(piece) }
        }
        let source = Source.file(url, write)
        return RequestBody(length: Int64(length), isReplayable: true, contentType: contentType, source: source)
    }

    /// The error of a body's file that doesn't exist or can't be read.
    static func unreadableFile(_ url: URL, _ error: any Error) -> TernError {
        TernError(
            .encodingFailed,
            reason: "The body's file \(url.lastPathComponent) can't be read.",
            advice: "Check the file's path and permissions.",
            underlying: error
        )
    }
}
