import Foundation

/// Excerpts of bodies, for error texts.
extension Redaction {
    /// The longest excerpt, in characters.
    static let maximumExcerptLength = 200

    /// The largest JSON body that is parsed for the value at a path, in bytes. The excerpt of a larger body is its
    /// beginning.
    private static let maximumParsedBytes = 256 * 1024
    /// The number of bytes that are read for the beginning of a body. It is larger than the excerpt, since the name of
    /// a secret may follow the secret.
    private static let maximumReadBytes = 4_096

    static func isJSON(_ data: Data) -> Bool {
        (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    }

    /// The JSON value at a coding path, or at the deepest part of the path that exists. The beginning of any other
    /// body.
    ///
    /// - Parameter isRequest: Whether it is the body of a request, in which `code` can be an authorization code.
    package static func excerpt(
        of data: Data,
        at path: some Collection<any CodingKey> = [],
        isRequest: Bool = false
    ) -> String {
        let isWhole = data.count <= (path.isEmpty ? maximumReadBytes : maximumParsedBytes)
        let piece = isWhole ? data : data.prefix(maximumReadBytes)
        if startsLikeJSON(data), let tree = JSONTree(parsing: Array(piece), isCut: !isWhole) {
            guard !path.isEmpty else { return excerpt(ofText: tree.text(isRequest: isRequest)) }
            let node = tree.node(at: path, isRequest: isRequest)
            return node.map { excerpt(ofText: JSONTree.text(of: $0, isRequest: isRequest)) } ?? mark
        }
        return excerpt(ofText: self.text(ofAny: String(decoding: data.prefix(maximumReadBytes), as: UTF8.self)))
    }

    /// The beginning of a text that a server sent, on one line.
    package static func excerpt(ofText text: String) -> String {
        let start = text.prefix(maximumExcerptLength)
        let line = printable(String(start.map { $0.isNewline ? " " : $0 }))
        return start.endIndex == text.endIndex ? line : line + "…"
    }

    private static func startsLikeJSON(_ data: Data) -> Bool {
        guard let first = data.first(where: { $0 > 0x20 && !(0x80...).contains($0) }) else { return false }
        return "{[\"-".utf8.contains(first) || (0x30...0x39).contains(first)
    }
}
