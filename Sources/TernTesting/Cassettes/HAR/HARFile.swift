import Foundation
import Tern

/// A file of the format HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec). The bodies stay in the file until they
/// are read.
struct HARFile: Sendable {
    /// The name of the program that writes the files of Tern.
    static let creator = "Tern"

    /// Why a file, or one beside it, can't be used.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    let data: Data
    let entries: [HAREntry]
    private let attachments: HARAttachments
    /// Whether Tern has written the file, so that a text of the body's length is the body in UTF-8.
    private let isOwn: Bool

    /// - Throws: `TestKitError` with code `.unreadableCassette`, which names the number of the entry, from 1.
    init(_ data: Data, named name: String, _ attachments: HARAttachments = .none) throws(TestKitError) {
        self.data = data
        self.attachments = attachments
        do {
            let log = try data.withUnsafeBytes { try Self.log(in: $0) }
            (entries, isOwn) = (log.entries, log.creator == Self.creator)
        } catch {
            throw TestKitError(.unreadableCassette, "\(name) is no recording in the format HAR 1.2: \(error)")
        }
    }

    /// Reads a HAR, or the one in a zip of Playwright.
    init(contentsOf url: URL) throws(TestKitError) {
        let data: Data
        do {
            data = try Data(mappedIfLarge: url)
        } catch {
            let problem = (error as? RegularFile.Problem)?.text ?? "can't be read"
            throw TestKitError(.unreadableCassette, "\"\(url.path)\" \(problem).", underlying: error)
        }
        guard ZipArchive.isArchive(data) else {
            try self.init(data, named: "\"\(url.path)\"", .folder(url.deletingLastPathComponent()))
            return
        }
        let archive: ZipArchive
        let content: Data
        do {
            archive = try ZipArchive(data)
            content = try archive.file(named: archive.names.first { $0.hasSuffix(".har") } ?? "har.har")
        } catch {
            throw TestKitError(.unreadableCassette, "\"\(url.path)\" can't be read: \(error).", underlying: error)
        }
        try self.init(content, named: "\"\(url.path)\"", .archive(archive))
    }

    /// Whether it is in a zip, so that nothing can be added to it.
    var isInArchive: Bool { if case .archive = attachments { true } else { false } }

    /// The exchange of an entry, with its bodies.
    func exchange(_ number: Int) throws -> CassetteExchange {
        var exchange = entries[number].exchange
        exchange.request = try request(number)
        exchange.body = try responseBody(number)
        return exchange
    }

    /// The request of an entry, with its body.
    func request(_ number: Int) throws -> RecordedRequest {
        var request = entries[number].exchange.request
        if let body = try bytes(of: entries[number].requestBody, request.headers) { request.body = body }
        return request
    }

    /// The body of the response of an entry.
    func responseBody(_ number: Int) throws -> Data {
        try bytes(of: entries[number].responseBody, entries[number].exchange.head?.headers ?? [:]) ?? Data()
    }

    // MARK: - Private

    /// `nil` for a body that the file doesn't have.
    private func bytes(of body: HARBody, _ headers: HTTPHeaders) throws -> Data? {
        lazy var lengths = body.lengths(headers)
        if let name = body.file {
            let content = try attachments.file(named: name)
            // Playwright writes a text as it has read it, in UTF-8.
            let isAsSent = lengths.sent.contains(content.count) || String(data: content, encoding: .utf8) == nil
            return isAsSent
                ? content : HARCharacters(utf8: content, headers).bytes(sent: lengths.sent, text: lengths.text)
        }
        guard let place = body.place else { return nil }
        let content = try data.withUnsafeBytes { try JSONString($0, place).utf8 }
        guard body.isBase64 else {
            // At first, Tern wrote a body with a charset as its characters, which have another length in UTF-8.
            return isOwn && content.count == body.size ?? body.bodySize
                ? content : HARCharacters(utf8: content, headers).bytes(sent: lengths.sent, text: lengths.text)
        }
        let blanks: [UInt8] = [0x20, 0x09, 0x0a, 0x0d]
        guard
            let bytes = Data(base64Encoded: content)
                ?? Data(base64Encoded: content.filter { !blanks.contains($0) })
        else {
            throw JSONScanner.Failure(offset: place.lowerBound, expected: "Base64")
        }
        return bytes
    }

    private static func log(
        in bytes: UnsafeRawBufferPointer
    ) throws -> (entries: [HAREntry], creator: String?) {
        var creator: String?
        var entries: [HAREntry]?
        var number = 0
        var scanner = JSONScanner(bytes)
        do {
            try scanner.object { key, scanner in
                guard key == "log" else { return }
                try scanner.object { key, scanner in
                    if key == "creator" {
                        return try scanner.object { key, scanner in
                            if key == "name" { creator = try scanner.text() }
                        }
                    }
                    guard key == "entries", scanner.isAtArray() else { return }
                    var found: [HAREntry] = []
                    try scanner.array { index, scanner in
                        number = index + 1
                        found.append(try HAREntry(&scanner))
                    }
                    number = 0
                    entries = found
                }
            }
            try scanner.end()
        } catch {
            let text = (error as? JSONScanner.Failure)?.text(in: bytes) ?? "\(error)"
            throw Problem(description: (number > 0 ? "entry \(number): " : "") + text)
        }
        guard let entries else { throw Problem(description: "there is no member \"log\" with \"entries\".") }
        return (entries, creator)
    }
}

extension JSONScanner.Failure {
    fileprivate func text(in bytes: UnsafeRawBufferPointer) -> String {
        let line = bytes[..<min(offset, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
        return "expected \(expected) in line \(line)\(offset >= bytes.count ? ", where the file ends" : "")."
    }
}
