import Foundation
import Tern

/// A file of the format HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec). The bodies stay in the file until they
/// are read.
struct HARFile: Sendable {
    let data: Data
    let entries: [HAREntry]

    /// - Throws: `TestKitError` with code `.unreadableCassette`, which names the number of the entry, from 1.
    init(_ data: Data, named name: String) throws(TestKitError) {
        self.data = data
        do {
            entries = try data.withUnsafeBytes { try Self.entries(in: $0) }
        } catch {
            throw TestKitError(.unreadableCassette, "\(name) is no recording in the format HAR 1.2: \(error)")
        }
    }

    init(contentsOf url: URL) throws(TestKitError) {
        let data: Data
        do {
            let (handle, length) = try RegularFile.open(url)
            // A process ends when it reads a mapped file that another one has shortened, as an editor does. So only a file
            // that would take much memory is mapped.
            data =
                length > 16 << 20 ? try Data(contentsOf: url, options: .alwaysMapped) : try handle.readToEnd() ?? Data()
        } catch {
            let problem = (error as? RegularFile.Problem)?.text ?? "can't be read"
            throw TestKitError(.unreadableCassette, "\"\(url.path)\" \(problem).", underlying: error)
        }
        try self.init(data, named: "\"\(url.path)\"")
    }

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
        if let body = try body(entries[number].requestText, request.headers) { request.body = body }
        return request
    }

    /// The body of the response of an entry.
    func responseBody(_ number: Int) throws -> Data {
        try body(entries[number].responseText, entries[number].exchange.head?.headers ?? [:]) ?? Data()
    }

    // MARK: - Private

    private func body(_ text: HAREntry.Text, _ headers: HTTPHeaders) throws -> Data? {
        guard let place = text.place else { return nil }
        let content = try data.withUnsafeBytes { try JSONString($0, place).utf8 }
        guard text.isBase64 else {
            // The file has characters, and the body had the bytes of its charset.
            let encoding = headers.textEncoding
            return encoding == .utf8
                ? content : String(decoding: content, as: UTF8.self).data(using: encoding) ?? content
        }
        guard let body = Data(base64Encoded: content, options: .ignoreUnknownCharacters) else {
            throw JSONScanner.Failure(offset: place.lowerBound, expected: "Base64")
        }
        return body
    }

    /// Why a file can't be used.
    private struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    private static func entries(in bytes: UnsafeRawBufferPointer) throws -> [HAREntry] {
        var entries: [HAREntry]?
        var number = 0
        var scanner = JSONScanner(bytes)
        do {
            try scanner.object { key, scanner in
                guard key == "log" else { return }
                try scanner.object { key, scanner in
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
        return entries
    }
}

extension HTTPHeaders {
    /// The encoding of a body that is text.
    var textEncoding: String.Encoding {
        let charset = self["Content-Type"].flatMap {
            $0.utf8.contains(UInt8(ascii: "=")) ? FieldParameters.read($0)["charset"] : nil
        }
        return charset.flatMap(CharacterEncoding.named) ?? .utf8
    }
}

extension JSONScanner.Failure {
    fileprivate func text(in bytes: UnsafeRawBufferPointer) -> String {
        let line = bytes[..<min(offset, bytes.count)].count { $0 == UInt8(ascii: "\n") } + 1
        return "expected \(expected) in line \(line)\(offset >= bytes.count ? ", where the file ends" : "")."
    }
}
