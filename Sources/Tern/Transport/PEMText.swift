import Foundation

/// The blocks of a PEM text. Their content isn't decoded.
///
/// Source: RFC 7468, and RFC 1421 (section 4.6) for the header of an encrypted block.
struct PEMText {
    struct Block: Equatable {
        /// The label, such as `CERTIFICATE` or `ENCRYPTED PRIVATE KEY`.
        var label: String
        /// Whether the content is encrypted with a passphrase.
        var isEncrypted: Bool
        /// The lines of a certificate's base64, joined. Empty for a key.
        var content = ""
    }

    private(set) var blocks: [Block] = []

    init(_ data: Data) {
        var open: Block?
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline) {
            let line = line.trimmingCharacters(in: .whitespaces)
            if let label = Self.label(of: line, after: "-----BEGIN ") {
                open = Block(label: label, isEncrypted: label == "ENCRYPTED PRIVATE KEY")
            } else if let label = Self.label(of: line, after: "-----END "), let block = open {
                if label == block.label { blocks.append(block) }
                open = nil
            } else if line.hasPrefix("Proc-Type:"), line.hasSuffix("ENCRYPTED") {
                open?.isEncrypted = true
            } else if open?.label.hasSuffix("CERTIFICATE") == true, !line.contains(":") {
                open?.content += line
            }
        }
    }

    var certificates: [Block] { blocks.filter { $0.label.hasSuffix("CERTIFICATE") } }

    /// The first private key, which is the one that TLS libraries use.
    var privateKey: Block? { blocks.first { $0.label.hasSuffix("PRIVATE KEY") } }

    private static func label(of line: String, after start: String) -> String? {
        guard line.hasPrefix(start), line.hasSuffix("-----") else { return nil }
        return String(line.dropFirst(start.count).dropLast(5))
    }
}
