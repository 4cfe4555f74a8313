import Foundation
import Tern

/// The characters of a body in a file of another program, which needn't have read the bytes by their charset.
///
/// Chromium reads bytes without a charset as windows-1252, and mitmproxy as one character for each byte. So the bytes are
/// those whose number the file tells, in the first encoding that fits.
struct HARCharacters {
    /// In UTF-8.
    let utf8: Data
    private let charset: String.Encoding?
    /// Whether programs read the text in UTF-8, as they read JSON without a charset.
    private let isUTF8: Bool

    init(utf8: Data, _ headers: HTTPHeaders) {
        self.utf8 = utf8
        let type = headers["Content-Type"]?.lowercased() ?? ""
        // An event stream is always in UTF-8 (HTML standard, "Parsing an event stream").
        let isStream = type.hasPrefix("text/event-stream")
        let label = isStream || !type.utf8.contains(UInt8(ascii: "=")) ? nil : FieldParameters(type)["charset"]
        charset = label.flatMap(CharacterEncoding.named)
        isUTF8 = charset.map { $0 == .utf8 } ?? MediaType.isJSON(type)
    }

    /// - Parameters:
    ///   - sent: The lengths of the message as it was sent.
    ///   - text: The lengths of the text. Some programs count its characters in UTF-8.
    func bytes(sent: [Int], text: [Int]) -> Data {
        let candidates = encodings.lazy.compactMap { $0(self) }
        if !sent.isEmpty, let bytes = candidates.first(where: { sent.contains($0.count) }) { return bytes }
        if charset == nil, !isUTF8, let bytes = singleBytes, bytes.count < utf8.count,
            String(data: bytes, encoding: .utf8) != nil
        {
            return bytes
        }
        // Some programs count characters.
        return candidates.first { text.contains($0.count) && !(isUTF8 && $0.count < utf8.count) } ?? candidates.first
            ?? utf8
    }

    // MARK: - Private

    private typealias Encoding = (HARCharacters) -> Data?

    /// In the order in which they are tried.
    private var encodings: [Encoding] {
        var encodings: [Encoding] = []
        switch charset {
        case nil, .utf8: break
        case .isoLatin1, .windowsCP1252, .ascii: encodings.append(\.singleBytes)
        case let charset?: encodings.append { String(decoding: $0.utf8, as: UTF8.self).data(using: charset) }
        }
        if charset == .utf16LittleEndian {
            encodings.append { characters in
                String(decoding: characters.utf8, as: UTF8.self).data(using: .utf16LittleEndian)
                    .map { Data([0xff, 0xfe]) + $0 }
            }
        }
        // Browsers remove the mark of the byte order.
        return encodings + [{ $0.utf8 }, { Data([0xef, 0xbb, 0xbf]) + $0.utf8 }, \.singleBytes]
    }

    /// One byte for each character: that of ISO 8859-1, or of windows-1252. `nil` if a character has neither.
    private var singleBytes: Data? {
        // Most of a body is ASCII.
        guard utf8.withUnsafeBytes({ $0.contains { $0 >= 0x80 } }) else { return utf8 }
        var bytes = Data()
        bytes.reserveCapacity(utf8.count)
        for scalar in String(decoding: utf8, as: UTF8.self).unicodeScalars {
            guard let byte = UInt8(exactly: scalar.value) ?? Self.windowsBytes[scalar] else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    /// The characters that windows-1252 has in place of control characters.
    private static let windowsBytes: [Unicode.Scalar: UInt8] = [
        "€": 0x80, "‚": 0x82, "ƒ": 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, "ˆ": 0x88, "‰": 0x89, "Š": 0x8a,
        "‹": 0x8b, "Œ": 0x8c, "Ž": 0x8e, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97,
        "˜": 0x98, "™": 0x99, "š": 0x9a, "›": 0x9b, "œ": 0x9c, "ž": 0x9e, "Ÿ": 0x9f,
    ]
}
