import Foundation
import Tern

/// A body without its content codings and in UTF-8, so that it can be searched.
struct PlainBody {
    /// In UTF-8, unless the body isn't text.
    let content: Data
    private let original: Data
    private let isCoded: Bool
    /// `nil` for a text in UTF-8, and for a body that isn't text.
    private let encoding: String.Encoding?

    init(_ body: Data, _ headers: HTTPHeaders) {
        original = body
        let coded = RecordedRequest(url: "", headers: headers, body: body)
        let decoded = body.isEmpty ? nil : try? coded.decodedBody()
        isCoded = decoded.map { $0 != body } ?? false
        let plain = decoded ?? body
        let type = headers["Content-Type"]?.lowercased() ?? ""
        let text = Self.text(of: plain, isWindows: type.contains("windows-1252"))
        encoding = text?.encoding
        content = text.map { Data($0.text.utf8) } ?? plain
    }

    /// The body with other content, in the same encoding.
    ///
    /// - Parameter headers: Change if the content coding must.
    func replaced(by content: Data, _ headers: inout HTTPHeaders) -> Data {
        guard content != self.content else { return original }
        let plain = encoding.flatMap { String(decoding: content, as: UTF8.self).data(using: $0) } ?? content
        guard isCoded else { return plain }
        headers.remove("Content-Encoding")
        guard let body = try? RequestBody.data(plain).gzipped()?.data else { return plain }
        headers.add("gzip", for: "Content-Encoding")
        return body
    }

    // MARK: - Private

    /// `nil` for UTF-8, and for bytes that aren't text.
    private static func text(of body: Data, isWindows: Bool) -> (text: String, encoding: String.Encoding)? {
        let encoding: String.Encoding
        if let found = utf16(body) {
            encoding = found
        } else {
            guard body.index(of: 0, from: body.startIndex) == body.endIndex, String(data: body, encoding: .utf8) == nil
            else { return nil }
            encoding = isWindows ? .windowsCP1252 : .isoLatin1
        }
        guard let text = String(data: body, encoding: encoding), text.data(using: encoding) == body else { return nil }
        return (text, encoding)
    }

    /// The byte order of a text in UTF-16: that of its mark, or the one in which ASCII characters have their zeros.
    private static func utf16(_ body: Data) -> String.Encoding? {
        if body.starts(with: [0xff, 0xfe]) { return .utf16LittleEndian }
        if body.starts(with: [0xfe, 0xff]) { return .utf16BigEndian }
        let first = body.index(of: 0, from: body.startIndex) - body.startIndex
        guard first < body.count else { return nil }
        let count = body.withUnsafeBytes { bytes in
            var (index, count) = (first, 0)
            while index < bytes.count {
                // Only one of the two bytes of an ASCII character is zero, always the same one.
                if bytes[index] == 0 { count = index & 1 == first & 1 ? count &+ 1 : .min }
                index &+= 1
            }
            return count
        }
        guard count > 0, count * 4 >= body.count else { return nil }
        return first & 1 == 1 ? .utf16LittleEndian : .utf16BigEndian
    }
}
