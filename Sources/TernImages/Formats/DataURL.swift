import Foundation
import Tern

extension URL {
    /// Whether the URL is a `data:` URL, which contains its data (RFC 2397).
    var isDataURL: Bool { scheme?.lowercased() == "data" }

    /// Whether a picture at the URL needs no download.
    var isLocal: Bool { isDataURL || isFileURL }
}

/// Reads `data:` URLs, which contain their data (RFC 2397). The media type isn't read.
enum DataURL {
    /// - Throws: `TernError` with code `.invalidURL`, or `.bodyTooLarge` before larger data is decoded.
    static func data(of url: URL, maximumBytes: Int) throws(TernError) -> Data {
        let text = url.absoluteString
        guard let comma = text.firstIndex(of: ",") else { throw invalid("has no comma") }
        let isBase64 = text[..<comma].lowercased().hasSuffix(";base64")
        let content = text[text.index(after: comma)...].prefix { $0 != "#" }.utf8
        // Three characters can be one escaped byte. Four base64 characters are three bytes.
        let smallest = isBase64 ? content.count / 12 * 3 : content.count / 3
        guard smallest <= maximumBytes else { throw tooLarge(maximumBytes) }
        guard let bytes = unescaped(content) else { throw invalid("has an escape without two hex digits") }
        guard isBase64 else {
            guard bytes.count <= maximumBytes else { throw tooLarge(maximumBytes) }
            return bytes
        }
        guard let data = base64(bytes) else { throw invalid("isn't valid base64") }
        guard data.count <= maximumBytes else { throw tooLarge(maximumBytes) }
        return data
    }

    // MARK: - Private

    private static func unescaped(_ text: Substring.UTF8View) -> Data? {
        var data = Data(capacity: text.count)
        var rest = text[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                data.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexDigit), let low = rest.popFirst().flatMap(hexDigit) else {
                return nil
            }
            data.append(high << 4 | low)
        }
        return data
    }

    private static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }

    /// Decodes base64. Spaces are ignored, and padding can be missing.
    private static func base64(_ bytes: Data) -> Data? {
        var bytes = bytes.filter { ![0x09, 0x0A, 0x0C, 0x0D, 0x20].contains($0) }
        while bytes.count % 4 != 0 { bytes.append(UInt8(ascii: "=")) }
        return Data(base64Encoded: bytes)
    }

    private static func invalid(_ reason: String) -> TernError {
        TernError(
            .invalidURL,
            reason: "The data: URL \(reason).",
            advice: "Write it as data:<media type>;base64,<data>, or with percent-encoded data."
        )
    }

    private static func tooLarge(_ limit: Int) -> TernError {
        TernError(
            .bodyTooLarge,
            reason: "The data: URL has more than \(limit) bytes.",
            advice: "Raise maximumBytes of the client's ImageLimits if pictures of this size are expected."
        )
    }
}
