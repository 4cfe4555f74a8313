/// Appends a path to a base URL byte by byte, for paths with a query, dot segments or characters to escape.
///
/// ``Foundation/URL/init(target:)`` documents the rules. ``URLJoin`` appends all other paths itself.
struct URLJoinWriter {
    private var output: [UInt8] = []
    private let baseQuery: URLJoin.Bytes.SubSequence
    /// The end of the base's path, including its slash. A dot segment can't remove anything before it.
    private var pathStart = 0
    private var segmentStart = 0

    /// - Parameters:
    ///   - base: The bytes of a base URL, valid for the writer's lifetime.
    ///   - basePathEnd: The end of the base's path.
    ///   - capacity: The expected number of bytes in the result.
    init(base: URLJoin.Bytes, basePathEnd: Int, capacity: Int) {
        output.reserveCapacity(capacity)
        output.append(contentsOf: base[..<basePathEnd])
        baseQuery = base[basePathEnd...]
    }

    /// The URL for this path.
    mutating func write(_ path: URLJoin.Bytes) throws(URLJoin.Failure) -> String {
        let pathEnd = path.firstIndex(of: UInt8(ascii: "?")) ?? path.count
        if pathEnd > 0 {
            try writePath(path, to: pathEnd)
        }
        output.append(contentsOf: baseQuery)
        if pathEnd + 1 < path.count {
            output.append(contentsOf: URLJoin.querySeparator(after: output).utf8)
            var index = pathEnd + 1
            while index < path.count {
                try writeByte(of: path, at: &index, keeping: .query, part: "query")
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    // MARK: - Private

    private mutating func writePath(_ path: URLJoin.Bytes, to end: Int) throws(URLJoin.Failure) {
        let slash = UInt8(ascii: "/")
        if output.last != slash { output.append(slash) }
        pathStart = output.count
        segmentStart = pathStart

        var index = path[0] == slash ? 1 : 0
        while index < end {
            if path[index] != slash {
                try writeByte(of: path, at: &index, keeping: .path, part: "path")
                continue
            }
            if try !resolveDotSegment() { output.append(slash) }
            segmentStart = output.count
            index += 1
        }
        _ = try resolveDotSegment()
    }

    /// Removes the segment just written if it is `.` or `..`, and for `..` also the one before.
    ///
    /// - Returns: Whether it was a dot segment.
    private mutating func resolveDotSegment() throws(URLJoin.Failure) -> Bool {
        let segment = output[segmentStart...]
        guard segment.first == UInt8(ascii: ".") || segment.first == PercentEncoding.percent,
            let dots = Self.dots(in: segment)
        else { return false }
        guard !dots.isEscaped else {
            throw URLJoin.Failure(
                reason: "A segment of the path is an escaped \".\" or \"..\", which servers resolve as a dot segment. "
                    + "Reject such an argument before you put it into the path."
            )
        }

        var end = segmentStart
        if dots.count == 2 {
            guard end > pathStart else {
                throw URLJoin.Failure(
                    reason: "\"..\" in the path leads above the path of the base URL. Remove it, or shorten baseURL. "
                        + "If it comes from an argument, escape that with `URL.pathSegment`."
                )
            }
            end -= 1
            while end > pathStart, output[end - 1] != UInt8(ascii: "/") { end -= 1 }
        }
        output.removeSubrange(end...)
        return true
    }

    /// The number of dots in a segment of only one or two dots, and whether a dot is escaped as `%2E`. `nil` for any
    /// other segment.
    private static func dots(in segment: ArraySlice<UInt8>) -> (count: Int, isEscaped: Bool)? {
        var (remaining, count, isEscaped) = (segment, 0, false)
        while let first = remaining.first {
            if first == UInt8(ascii: ".") {
                remaining = remaining.dropFirst()
            } else if remaining.count >= 3, remaining.prefix(3).map(\.asciiLowercased).elementsEqual("%2e".utf8) {
                remaining = remaining.dropFirst(3)
                isEscaped = true
            } else {
                return nil
            }
            count += 1
        }
        return count == 1 || count == 2 ? (count, isEscaped) : nil
    }

    private mutating func writeByte(
        of path: URLJoin.Bytes,
        at index: inout Int,
        keeping allowed: ByteSet,
        part: String
    ) throws(URLJoin.Failure) {
        let byte = path[index]
        if allowed.contains(byte) {
            output.append(byte)
        } else if byte == PercentEncoding.percent {
            guard PercentEncoding.byte(of: path, at: index) != nil else {
                throw URLJoin.Failure(
                    reason:
                        "The \(part) has a % at byte \(index) without two hexadecimal digits after it. Write %25 for a "
                        + "percent sign."
                )
            }
            output.append(contentsOf: path[index..<index + 3])
            index += 2
        } else if byte == UInt8(ascii: "#") {
            throw URLJoin.Failure(
                reason: "The \(part) has a # at byte \(index), and fragments are never sent. Write %23 for a number "
                    + "sign."
            )
        } else if byte < 0x20 || byte == 0x7F {
            throw URLJoin.Failure(
                reason: "The \(part) has a control character (code \(byte)) at byte \(index). Remove it, or escape the "
                    + "argument that contains it."
            )
        } else {
            PercentEncoding.append(byte, to: &output)
        }
        index += 1
    }
}
