import Foundation
import Tern

/// Reads the files of `file:` URLs.
enum FileURL {
    private static let pieceBytes = 1024 * 1024

    /// - Throws: `TernError` with code `.unreadableFile`, or `.bodyTooLarge` before a larger file is read.
    static func data(of url: URL, maximumBytes: Int) throws(TernError) -> Data {
        // The path would name another file on this computer.
        guard ["", "localhost"].contains(url.host ?? "") else {
            throw unreadable(url, RegularFile.Problem("is on another computer"))
        }
        do {
            let (handle, length) = try RegularFile.open(url)
            defer { try? handle.close() }
            guard length <= maximumBytes else { throw tooLarge(url, maximumBytes) }
            var data = Data(capacity: Int(length))
            // The file may be growing.
            while data.count <= maximumBytes, let piece = try handle.read(upToCount: pieceBytes), !piece.isEmpty {
                data += piece
            }
            guard data.count <= maximumBytes else { throw tooLarge(url, maximumBytes) }
            return data
        } catch let error as TernError {
            throw error
        } catch let problem as RegularFile.Problem {
            throw unreadable(url, problem)
        } catch {
            throw unreadable(url, RegularFile.Problem("can't be read", underlying: error))
        }
    }

    private static func unreadable(_ url: URL, _ problem: RegularFile.Problem) -> TernError {
        TernError(
            .unreadableFile,
            reason: "The file \"\(url.path)\" \(problem.text).",
            advice: "Check the file's path and permissions.",
            underlying: problem.underlying
        )
    }

    private static func tooLarge(_ url: URL, _ limit: Int) -> TernError {
        TernError(
            .bodyTooLarge,
            reason: "The file \"\(url.path)\" has more than \(limit) bytes.",
            advice: "Raise maximumBytes of the client's ImageLimits if pictures of this size are expected."
        )
    }
}
