import Foundation

/// The blocks of a PEM text. Their content isn't decoded.
///
/// Source: RFC 7468, and RFC 1421 (section 4.6) for the header of an encrypted block.
package struct PEMText {
    package struct Block: Equatable {
        /// The label, such as `CERTIFICATE` or `ENCRYPTED PRIVATE KEY`.
        package var label: String
        /// Whether the content is encrypted with a passphrase.
        package var isEncrypted: Bool
        /// The lines of a certificate's base64, joined. Empty for a key.
        package var content = ""
    }

    private(set) var blocks: [Block] = []

    package init(_ data: Data) {
        var open: Block?
        for line in String(decoding: data, as: UTF8.self).parts(at: "\r\n") {
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

    package var certificates: [Block] { blocks.filter { $0.label.hasSuffix("CERTIFICATE") } }

    /// The first private key, which is the one that TLS libraries use.
    package var privateKey: Block? { blocks.first { $0.label.hasSuffix("PRIVATE KEY") } }

    private static func label(of line: String, after start: String) -> String? {
        guard line.hasPrefix(start), line.hasSuffix("-----") else { return nil }
        return String(line.dropFirst(start.count).dropLast(5))
    }
}

extension TransportConfiguration.PEM {
    private static let maximumBytes = 16 * 1024 * 1024

    /// Reads the text.
    ///
    /// - Parameter what: The kind of item, such as "the certificate".
    /// - Returns: The name for error texts, such as `the certificate in "client.pem"`, and the text.
    /// - Throws: `TernError` with code `.unsupportedConfiguration` if the file can't be read.
    package func read(_ what: String) throws(TernError) -> (name: String, Data) {
        switch self {
        case .data(let data): return (what, data)
        case .file(let url):
            let name = "\(what) in \"\(url.lastPathComponent)\""
            return (name, try Self.content(of: url, name))
        }
    }

    private static func content(of url: URL, _ name: String) throws(TernError) -> Data {
        let refuse = TransportConfiguration.refuse
        try refuse(!url.isFileURL, "the URL of \(name) isn't a file URL")
        let (handle, length): (FileHandle, Int64)
        do {
            (handle, length) = try RegularFile.open(url)
        } catch {
            throw TransportConfiguration.refusal("\(name) \(error.text)", underlying: error.underlying)
        }
        try refuse(length > maximumBytes, "\(name) exceeds the limit of \(maximumBytes) bytes")
        do { return try handle.readToEnd() ?? Data() } catch {
            throw TransportConfiguration.refusal("\(name) can't be read", underlying: error)
        }
    }
}
