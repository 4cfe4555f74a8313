/// Writes a path behind a base byte by byte, for paths that need escapes, a query or resolved dot segments.
///
/// ``Foundation/URL/init(target:)`` documents the rules; paths that need none of this never come here.
struct URLJoinWriter {
    private var output: [UInt8] = []
    private let baseQuery: URLJoin.Bytes.SubSequence
    /// Where the path starts that nothing may be taken from: behind the base's path and its slash.
    private var floor = 0
    private var segmentStart = 0

    /// - Parameters:
    ///   - base: The bytes of a base URL, valid for the writer's life.
    ///   - basePathEnd: Where its path ends.
    ///   - capacity: How many bytes the result probably has.
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
        floor = output.count
        segmentStart = floor

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

    /// Takes the segment just written away again if it is `.` or `..`, and for `..` the one before.
    private mutating func resolveDotSegment() throws(URLJoin.Failure) -> Bool {
        let segment = output[segmentStart...]
        guard segment.first == UInt8(ascii: ".") || segment.first == PercentEncoding.percent,
            let dots = Self.dots(in: segment)
        else { return false }
        guard !dots.isEscaped else {
            throw URLJoin.Failure(
                reason: "A segment of the path is an escaped \".\" or \"..\", which servers take for a step up the "
                    + "path. Refuse such an argument before it gets into the path."
            )
        }

        var end = segmentStart
        if dots.count == 2 {
            guard end > floor else {
                throw URLJoin.Failure(
                    reason: "\"..\" in the path would climb above the path of the base URL. Remove it, or shorten "
                        + "baseURL; `URL.pathSegment` keeps the slashes of an argument from counting."
                )
            }
            end -= 1
            while end > floor, output[end - 1] != UInt8(ascii: "/") { end -= 1 }
        }
        output.removeSubrange(end...)
        return true
    }

    /// How many dots a segment is, if it is nothing but one or two of them, and whether one is spelled `%2E`.
    private static func dots(in segment: ArraySlice<UInt8>) -> (count: Int, isEscaped: Bool)? {
        var (rest, count, isEscaped) = (segment, 0, false)
        while let first = rest.first {
            if first == UInt8(ascii: ".") {
                rest = rest.dropFirst()
            } else if rest.count >= 3, rest.prefix(3).map(\.asciiLowercased).elementsEqual("%2e".utf8) {
                rest = rest.dropFirst(3)
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
            guard index + 2 < path.count, PercentEncoding.isHexDigit(path[index + 1]),
                PercentEncoding.isHexDigit(path[index + 2])
            else {
                throw URLJoin.Failure(
                    reason: "The \(part) has a % at byte \(index) that starts no escape. Write %25 for a percent sign."
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
                    + "argument it came with."
            )
        } else {
            output.append(PercentEncoding.percent)
            output.append(PercentEncoding.hexDigit(byte >> 4))
            output.append(PercentEncoding.hexDigit(byte & 15))
        }
        index += 1
    }
}
