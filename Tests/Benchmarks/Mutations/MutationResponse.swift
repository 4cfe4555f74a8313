import Foundation

/// A response before its mutation.
struct MutationResponse {
    var version = "HTTP/1.1"
    var status: Int
    var fields: [(String, String)]
    /// The body that the caller should receive. Empty if there is no body.
    var body: [UInt8]
    /// The bytes after the head.
    var content: [UInt8]

    init(to call: MutationCall, _ random: inout MutationRandom) {
        let token = MutationToken(kind: .response, number: call.number)
        status = random.pick(200, 200, 200, 200, 200, 201, 204, 304, 404, 500)
        fields = [("Server", "mutations"), ("X-Number", "\(token)"), ("Content-Type", "text/plain")]
        let lines = random.pick(0, 1, 1, 2, 10, 100, 1_000)
        let text = Array(String(repeating: "\(token)\n", count: lines).utf8)
        let hasBody = status != 204 && status != 304 && call.method != .head
        body = hasBody ? text : []
        content = body
        if status == 204 { return }
        if random.happens(0.3) {
            fields.append(("Transfer-Encoding", "chunked"))
            if hasBody { content = Self.chunks(of: body, &random) }
        } else {
            fields.append(("Content-Length", "\(text.count)"))
        }
    }

    var head: [UInt8] {
        var text = "\(version) \(status) Status\r\n"
        for (name, value) in fields { text += "\(name): \(value)\r\n" }
        return Array((text + "\r\n").utf8)
    }

    var bytes: [UInt8] { head + content }

    mutating func set(_ name: String, _ value: String) {
        fields.removeAll { $0.0 == name }
        fields.append((name, value))
    }

    static func chunks(of body: [UInt8], _ random: inout MutationRandom) -> [UInt8] {
        var (bytes, rest): ([UInt8], ArraySlice<UInt8>) = ([], body[...])
        while !rest.isEmpty {
            let chunk = rest.prefix(Int.random(in: 1...max(1, body.count), using: &random))
            bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
            rest = rest.dropFirst(chunk.count)
        }
        return bytes + Array("0\r\n\r\n".utf8)
    }

    /// A complete unrequested response.
    static func whole(_ token: MutationToken, status: Int = 200, close: Bool = false) -> [UInt8] {
        let body = "\(token)\n"
        return Array(
            """
            HTTP/1.1 \(status) Status\r
            X-Number: \(token)\r
            Content-Length: \(body.utf8.count)\r
            \(close ? "Connection: close\r\n" : "")\r
            \(body)
            """.utf8
        )
    }
}
