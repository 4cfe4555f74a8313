import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// Servers that set the cookie in the query of `/set?FIELD`, and record the cookies that a client sends. A proxy
    /// acts as these servers, so that they have host names: some engines apply fewer cookie rules to a loopback
    /// address.
    private struct Shop {
        let proxy: LoopbackServer
        let transport: any Transport

        init(_ trial: Trial, _ cookies: TransportConfiguration.Cookies = .inMemory) throws {
            let proxy = try LoopbackServer { request in
                guard request.path.hasSuffix("/set") else { return .status(200) }
                return .status(200, headers: ["Set-Cookie": request.query?.removingPercentEncoding ?? ""])
            }
            self.proxy = proxy
            transport = try trial.transport { configuration in
                configuration.cookies = cookies
                configuration.proxy = .url(proxy.url)
            }
        }

        func get(_ address: String, fields: [String: String] = [:]) async throws -> String? {
            guard let url = URL(string: "http://" + address) else { throw URLError(.badURL) }
            _ = try await transport.send(Request(url: url, headers: HTTPHeaders(fields)))
            return proxy.requests.last?.headers["Cookie"]
        }

        /// - Parameter folder: The host, and the path if it isn't the root.
        func set(_ cookie: String, at folder: String = "shop.example") async throws {
            let escaped = cookie.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
            _ = try await get("\(folder)/set?\(escaped)")
        }
    }

    /// The Set-Cookie value of `shop.example`, the address of the next request, and the cookie that it sends.
    private static let rules: [(name: String, cookie: String, address: String, sent: String?)] = [
        ("sends a cookie back to its host", "a=1", "shop.example/", "a=1"),
        ("sends no cookie to another host", "a=1", "other.example/", nil),
        ("sends no host-only cookie to a subdomain", "a=1", "www.shop.example/", nil),
        (
            "sends a cookie with a Domain attribute to a subdomain", "a=1; Domain=shop.example", "www.shop.example/",
            "a=1"
        ),
        ("refuses a cookie for another domain", "a=1; Domain=other.example", "other.example/", nil),
        ("sends a cookie to paths below its Path", "a=1; Path=/x", "shop.example/x/y", "a=1"),
        ("sends no cookie to paths outside its Path", "a=1; Path=/x", "shop.example/y", nil),
        ("sends no cookie to a path that shares only a prefix with its Path", "a=1; Path=/x", "shop.example/xy", nil),
        ("sends no Secure cookie over http", "a=1; Secure", "shop.example/", nil),
        ("stores no cookie with Max-Age=0", "a=1; Max-Age=0", "shop.example/", nil),
        ("stores a cookie with a Max-Age", "a=1; Max-Age=3600", "shop.example/", "a=1"),
        ("stores no expired cookie", "a=1; Expires=Wed, 21 Oct 2015 07:28:00 GMT", "shop.example/", nil),
        ("sends an HttpOnly cookie", "a=1; HttpOnly; SameSite=Lax", "shop.example/", "a=1"),
    ]

    private static func cookies(_ field: String?) -> Set<String> {
        Set((field ?? "").split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) })
    }

    static let cookieCases =
        rules.map { rule in
            Case(rule.name, needs: [.cookies, .proxy]) { trial in
                let shop = try Shop(trial)
                // A cookie without conditions shows that the transport stores cookies.
                try await shop.set("kept=1; Path=/")
                try await shop.set(rule.cookie)
                let sent = cookies(try await shop.get(rule.address)).subtracting(["kept=1"])
                trial.expect("the cookies", sent, Set([rule.sent].compactMap(\.self)))
                let home = cookies(try await shop.get("shop.example/"))
                trial.expect(home.contains("kept=1"), "The cookie without conditions is missing.")
            }
        } + [
            Case("stores no cookies by default") { trial in
                let (server, transport) = try trial.serve { _ in .text("ok", headers: ["Set-Cookie": "a=1; Path=/"]) }
                for _ in 0..<2 {
                    try await trial.expect(transport.send(try server.request()), fields: ["Set-Cookie": "a=1; Path=/"])
                }
                trial.expect("the Cookie fields", server.requests.map { $0.headers["Cookie"] }, [nil, nil])
            },
            Case("sends the request's own Cookie field when it stores no cookies") { trial in
                let (server, transport) = try trial.serve { _ in .text("ok", headers: ["Set-Cookie": "a=1; Path=/"]) }
                for _ in 0..<2 { _ = try await transport.send(try server.request("/", fields: ["Cookie": "b=2"])) }
                trial.expect("the Cookie fields", server.requests.map { $0.headers["Cookie"] }, ["b=2", "b=2"])
            },
            Case("deletes a cookie with Max-Age=0", needs: [.cookies, .proxy]) { trial in
                let shop = try Shop(trial)
                try await shop.set("a=1")
                trial.expect("the cookie before", try await shop.get("shop.example/"), "a=1")
                try await shop.set("a=; Max-Age=0")
                trial.expect("the cookie after", try await shop.get("shop.example/"), nil)
            },
            Case("replaces a cookie with a new one of the same name", needs: [.cookies, .proxy]) { trial in
                let shop = try Shop(trial)
                try await shop.set("a=1")
                try await shop.set("a=2")
                trial.expect("the cookie", try await shop.get("shop.example/"), "a=2")
            },
            Case("sends the request's own cookies and the stored ones in one field", needs: [.cookies, .proxy]) {
                trial in
                let shop = try Shop(trial)
                try await shop.set("a=1")
                for (own, sent) in [("b=2; c=3", "a=1; b=2; c=3"), ("", "a=1"), ("a=4", "a=1; a=4")] {
                    _ = try await shop.get("shop.example/", fields: ["cookie": own])
                    trial.expect("the Cookie fields", shop.proxy.requests.last?.headers.values(for: "Cookie"), [sent])
                }
                trial.expect("the cookie after", try await shop.get("shop.example/"), "a=1")
                let other = try await shop.get("other.example/", fields: ["Cookie": "b=2"])
                trial.expect("the cookie of another host", other, "b=2")
            },
            Case("sends a cookie that a redirect sets", needs: [.cookies]) { trial in
                let server = try LoopbackServer { request in
                    request.path == "/a"
                        ? .status(302, headers: ["Location": "/b", "Set-Cookie": "a=1; Path=/"]) : .status(200)
                }
                _ = try await trial.transport { $0.cookies = .inMemory }.send(try server.request("/a"))
                trial.expect("the Cookie field", server.requests.last?.headers["Cookie"], "a=1")
            },
            Case("shares no cookies with other transports", needs: [.cookies]) { trial in
                let server = try LoopbackServer { _ in .text("ok", headers: ["Set-Cookie": "a=1; Path=/"]) }
                for _ in 0..<2 {
                    _ = try await trial.transport { $0.cookies = .inMemory }.send(try server.request())
                }
                trial.expect("the Cookie fields", server.requests.map { $0.headers["Cookie"] }, [nil, nil])
            },
        ]
}
