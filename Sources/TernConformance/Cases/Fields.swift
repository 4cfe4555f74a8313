import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static func headers(after line: String, _ trial: Trial) async throws -> HTTPHeaders {
        var bytes = Data("HTTP/1.1 200 OK\r\n".utf8)
        // The text is encoded in Latin-1: one byte for each scalar.
        bytes.append(contentsOf: line.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) })
        bytes.append(contentsOf: "\r\nContent-Length: 2\r\n\r\nok".utf8)
        let server = try LoopbackServer { [bytes] _ in .verbatim(bytes) }
        let response = try await trial.send(try server.request())
        try await trial.expect(response, text: "ok")
        return response.headers
    }

    static let fieldCases = [
        Case("keeps several fields of one name apart, in their order") { trial in
            let headers = try await headers(after: "X-A: 1\r\nX-B: b\r\nx-a: 2, 3\r\nX-A: 4", trial)
            trial.expect("the values", headers.values(for: "X-A"), ["1", "2, 3", "4"])
        },
        Case("keeps Set-Cookie fields apart") { trial in
            let cookies = ["a=1; Expires=Wed, 21 Oct 2099 07:28:00 GMT", "b=2; Path=/x"]
            let headers = try await headers(after: cookies.map { "Set-Cookie: \($0)" }.joined(separator: "\r\n"), trial)
            trial.expect("the cookies", headers.values(for: "Set-Cookie"), cookies)
        },
        Case("finds a field by its name in any letter case") { trial in
            let headers = try await headers(after: "x-LOWER-upper: v", trial)
            trial.expect("the value", headers["X-Lower-Upper"], "v")
        },
        Case("accepts field values with and without surrounding whitespace") { trial in
            let headers = try await headers(after: "X-A:1\r\nX-B: \t 2 \t \r\nX-C:3 ", trial)
            trial.expect("the values", ["X-A", "X-B", "X-C"].map { headers[$0] }, ["1", "2", "3"])
        },
        Case("keeps fields with empty values") { trial in
            let headers = try await headers(after: "X-A:\r\nX-B: \r\nX-C: c", trial)
            trial.expect("the values", ["X-A", "X-B", "X-C"].map { headers[$0] }, ["", "", "c"])
        },
        Case("reads non-ASCII bytes as UTF-8, or else as Latin-1") { trial in
            let headers = try await headers(after: "X-Latin: caf\u{e9}\r\nX-UTF: caf\u{c3}\u{a9}", trial)
            trial.expect("the Latin-1 value", headers["X-Latin"], "caf\u{e9}")
            trial.expect("the UTF-8 value", headers["X-UTF"], "caf\u{e9}")
        },
        Case("keeps colons, commas, quotes and semicolons in values") { trial in
            let value = #"a:b; c="d, e"; f=http://g/h?i=j"#
            trial.expect("the value", try await headers(after: "X-A: \(value)", trial)["X-A"], value)
        },
        Case("accepts a field of 50,000 bytes") { trial in
            let value = String(repeating: "x", count: 50_000)
            trial.expect("the value", try await headers(after: "X-A: \(value)", trial)["X-A"], value)
        },
        Case("accepts 300 fields") { trial in
            let lines = (0..<300).map { "X-Field-\($0): value \($0)" }
            let headers = try await headers(after: lines.joined(separator: "\r\n"), trial)
            for index in [0, 150, 299] {
                trial.expect("X-Field-\(index)", headers["X-Field-\(index)"], "value \(index)")
            }
        },
        Case("sends each field of the request unchanged") { trial in
            let server = try LoopbackServer { _ in .status(204) }
            let fields = [
                "X-Plain": "1", "X-Empty": "", "X-List": "a, b;q=0.5, \"c, d\"", "X-Colon": "a: b", "Accept": "x/y",
                "User-Agent": "Agent/1.0 (test)", "Accept-Language": "de",
                "X-Long": String(repeating: "x", count: 5000),
                "X-UTF": "caf\u{e9}", "Authorization": "Bearer t", "Cookie": "a=b; c=d", "Content-Type": "text/x",
                "If-None-Match": "\"e\"", "Range": "bytes=0-9", "Referer": "http://r/", "Date": "now", "X-Semi": ";",
            ]
            _ = try await trial.send(try server.request("/", .post, fields: fields, body: Data("b".utf8)))
            let arrived = try trial.require(server.requests.first?.headers, "No request arrived.")
            for (name, value) in fields { trial.expect(name, arrived.values(for: name), [value]) }
            trial.expect("Host", arrived.values(for: "Host"), ["127.0.0.1:\(server.port)"])
        },
        Case("sends the request's own Host field") { trial in
            let server = try LoopbackServer { _ in .status(204) }
            _ = try await trial.send(try server.request("/", fields: ["Host": "api.example"]))
            trial.expect("Host", server.requests.first?.headers.values(for: "Host"), ["api.example"])
        },
        Case("sends the target with its percent-encoding unchanged") { trial in
            let server = try LoopbackServer { _ in .status(204) }
            let target = "/a%20b/%2F%C3%A9/..%2e;p=1/c?q=%26+a%20b&r&s=&t=%3F/?"
            _ = try await trial.send(try server.request(target))
            trial.expect("the target", server.requests.first?.requestTarget, target)
        },
        // Otherwise, the request reaches another resource than the one that its URL shows.
        Case("sends the target with its dot segments unchanged") { trial in
            let server = try LoopbackServer { _ in .status(204) }
            for target in ["/a/../b?q=/../c", "/a/./b/..", "/a/%2E%2E/b", "/.."] {
                _ = try await trial.send(try server.request(target))
                trial.expect("the target", server.requests.last?.requestTarget, target)
            }
        },
        Case("leaves the fragment out of the target") { trial in
            let server = try LoopbackServer { _ in .status(204) }
            _ = try await trial.send(try server.request("/a?b=c#fragment"))
            trial.expect("the target", server.requests.first?.requestTarget, "/a?b=c")
        },
    ]
}
