/// Reads header blocks (RFC 7541), with a dynamic table of the default size.
struct HPACKDecoder {
    private static let tableSize = 4096

    /// The dynamic table, the latest entry first.
    private var table: [(String, String)] = []

    /// - Returns: `nil` if the block is malformed.
    mutating func decode(_ block: [UInt8]) -> [(String, String)]? {
        var bytes = block[...]
        var fields: [(String, String)] = []
        while let first = bytes.first {
            if first & 0x80 != 0 {
                guard let index = Self.number(7, &bytes), let field = field(index) else { return nil }
                fields.append(field)
            } else if first & 0xE0 == 0x20 {
                guard let size = Self.number(5, &bytes), size <= Self.tableSize else { return nil }
                shrink(to: size)
            } else {
                let isIndexed = first & 0x40 != 0
                guard let index = Self.number(isIndexed ? 6 : 4, &bytes) else { return nil }
                let name = index == 0 ? Self.string(&bytes) : field(index)?.0
                guard let name, let value = Self.string(&bytes) else { return nil }
                fields.append((name, value))
                guard isIndexed else { continue }
                table.insert((name, value), at: 0)
                shrink(to: Self.tableSize)
            }
        }
        return fields
    }

    // MARK: - Private

    private func field(_ index: Int) -> (String, String)? {
        let (statics, position) = (Self.staticTable, index - 1)
        if statics.indices.contains(position) { return statics[position] }
        return table.indices.contains(position - statics.count) ? table[position - statics.count] : nil
    }

    /// Drops the oldest entries until the table has the given size (RFC 7541, section 4.1). Later entries may grow the
    /// table again, since the decoder doesn't store the new size. This is enough for clients that set it to zero and
    /// back.
    private mutating func shrink(to size: Int) {
        var total = table.reduce(0) { $0 + $1.0.utf8.count + $1.1.utf8.count + 32 }
        while total > size, let oldest = table.popLast() {
            total -= oldest.0.utf8.count + oldest.1.utf8.count + 32
        }
    }

    /// An integer with a prefix of `bits` bits (RFC 7541, section 5.1).
    private static func number(_ bits: Int, _ bytes: inout ArraySlice<UInt8>) -> Int? {
        guard let first = bytes.popFirst() else { return nil }
        let mask = (1 << bits) - 1
        var number = Int(first) & mask
        guard number == mask else { return number }
        for shift in stride(from: 0, through: 28, by: 7) {
            guard let byte = bytes.popFirst() else { return nil }
            number += Int(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
        }
        return nil
    }

    private static func string(_ bytes: inout ArraySlice<UInt8>) -> String? {
        guard let first = bytes.first, let count = number(7, &bytes), count <= bytes.count else { return nil }
        let text = bytes.prefix(count)
        bytes = bytes.dropFirst(count)
        let decoded = first & 0x80 == 0 ? Array(text) : HPACKHuffman.decode(text)
        return decoded.map { String(decoding: $0, as: UTF8.self) }
    }

    /// The static table (RFC 7541, appendix A).
    private static let staticTable: [(String, String)] =
        [
            (":authority", ""), (":method", "GET"), (":method", "POST"), (":path", "/"), (":path", "/index.html"),
            (":scheme", "http"), (":scheme", "https"), (":status", "200"), (":status", "204"), (":status", "206"),
            (":status", "304"), (":status", "400"), (":status", "404"), (":status", "500"), ("accept-charset", ""),
            ("accept-encoding", "gzip, deflate"),
        ]
        + [
            "accept-language", "accept-ranges", "accept", "access-control-allow-origin", "age", "allow",
            "authorization", "cache-control", "content-disposition", "content-encoding", "content-language",
            "content-length", "content-location", "content-range", "content-type", "cookie", "date", "etag", "expect",
            "expires", "from", "host", "if-match", "if-modified-since", "if-none-match", "if-range",
            "if-unmodified-since", "last-modified", "link", "location", "max-forwards", "proxy-authenticate",
            "proxy-authorization", "range", "referer",
            "refresh", "retry-after", "server", "set-cookie", "strict-transport-security", "transfer-encoding",
            "user-agent", "vary", "via", "www-authenticate",
        ].map { ($0, "") }
}

/// Writes header blocks as literals without indexing and without Huffman coding.
enum HPACKEncoder {
    static func encode(_ fields: [(String, String)]) -> [UInt8] {
        fields.flatMap { [0] + string($0.0) + string($0.1) }
    }

    private static func string(_ text: String) -> [UInt8] {
        var (bytes, rest): ([UInt8], Int) = ([], text.utf8.count)
        if rest < 127 {
            bytes = [UInt8(rest)]
        } else {
            bytes = [127]
            rest -= 127
            while rest >= 128 {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        return bytes + text.utf8
    }
}
