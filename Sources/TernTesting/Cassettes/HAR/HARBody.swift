import Foundation
import Tern

/// A body in a file of the format HAR, and what the file tells about its length.
struct HARBody: Sendable {
    /// That of the string, with the quotation marks. `nil` without a text.
    var place: Range<Int>?
    /// The name of a file that has the body (`_file` of Playwright). `nil` for a body in the HAR.
    var file: String?
    var isBase64 = false
    var mimeType: String?
    /// `size` of `content`. `nil` if it is missing, and -1 if the program doesn't know it.
    var size: Int?
    /// `compression` of `content`.
    var compression = 0
    /// `bodySize` and `headersSize` of the message. -1 if the program doesn't know it.
    var bodySize = -1
    var headersSize = -1

    /// Whether there is neither a text with characters nor a file.
    var isEmpty: Bool { file == nil && (place.map { $0.count <= 2 } ?? true) }

    /// Reads a member of `postData` or `content`.
    mutating func read(_ key: String, _ scanner: inout JSONScanner) throws {
        switch key {
        case "text": place = scanner.isAtString() ? try scanner.string() : nil
        case "encoding", "_encoding": isBase64 = try scanner.text()?.lowercased() == "base64"
        case "mimeType": mimeType = try scanner.text()
        case "size": size = try scanner.integer()
        case "compression": compression = try scanner.integer() ?? 0
        case "_file": file = try scanner.text()
        default: break
        }
    }

    /// The lengths that the body may have, by what the file tells: those of the message as it was sent, and those of its
    /// text.
    func lengths(_ headers: HTTPHeaders) -> (sent: [Int], text: [Int]) {
        // mitmproxy gives the length of the coded body as the size.
        let size = size ?? 0
        let (sum, isOverflow) = size.addingReportingOverflow(compression)
        let text = (isOverflow ? [size] : [sum, size]).filter { $0 > 0 }
        guard !headers.contains("Content-Encoding") else { return ([], text) }
        return ((headers.contentLength.map { [$0] } ?? [bodySize, sentBytes]).filter { $0 > 0 }, text)
    }

    /// What the file tells about the length of a response's body that it doesn't have. `nil` if it has the body, or if
    /// the body is empty.
    func missingLength(_ headers: HTTPHeaders) -> String? {
        guard isEmpty else { return nil }
        if let size, size > 0 { return "but its length: \(size) bytes" }
        let length = headers.contentLength ?? 0
        if length > 0, !headers.contains("Content-Encoding") { return "but its length: \(length) bytes" }
        let sent = max(length, sentBytes)
        if sent > Self.maximumFraming { return "but its length: \(sent) bytes as sent" }
        return place == nil && size == -1 ? "and doesn't tell whether the response had one" : nil
    }

    // MARK: - Private

    /// An empty body has a few bytes when it is coded, and browsers also count those of chunks and frames.
    private static let maximumFraming = 64

    /// `bodySize`, from which the length of the header section is subtracted, since Firefox counts it.
    private var sentBytes: Int { headersSize > 0 && bodySize >= headersSize ? bodySize - headersSize : bodySize }
}

extension HTTPHeaders {
    /// `nil` without a valid length.
    fileprivate var contentLength: Int? { self["Content-Length"].flatMap { Int($0) } }
}
