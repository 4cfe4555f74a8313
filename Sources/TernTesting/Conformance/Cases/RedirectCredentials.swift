import Foundation
import Tern

extension TransportConformance {
    private static let secrets = [
        "Authorization": "Bearer secret", "Cookie": "session=secret", "Proxy-Authorization": "Basic c2VjcmV0",
        "X-Api-Key": "secret",
    ]

    static let redirectCredentialCases =
        secrets.keys.sorted().map { name in
            Case("leaves \(name) behind at a redirect to another origin") { trial in
                let other = try LoopbackServer { _ in .text("other") }
                let server = try LoopbackServer { _ in .status(307, headers: ["Location": "\(other.url)/"]) }
                let fields = [name: secrets[name] ?? "", "X-Plain": "1"]
                _ = try await trial.transport().send(try server.request("/", fields: fields))
                trial.expect("\(name) of the first request", server.requests.first?.headers[name], secrets[name])
                let second = try trial.require(other.requests.first, "The redirect wasn't followed.")
                trial.expect("\(name) of the second request", second.headers[name], nil)
                trial.expect("a field that is no secret", second.headers["X-Plain"], "1")
            }
        } + [
            Case("keeps credentials at a redirect within the origin") { trial in
                let server = try LoopbackServer { request in
                    request.path == "/a" ? .status(307, headers: ["Location": "/b"]) : .status(200)
                }
                let fields = ["Authorization": "Bearer secret", "Cookie": "a=b"]
                _ = try await trial.transport().send(try server.request("/a", fields: fields))
                let second = try trial.require(server.requests.dropFirst().first, "The redirect wasn't followed.")
                trial.expect("Authorization", second.headers["Authorization"], "Bearer secret")
                trial.expect("Cookie", second.headers["Cookie"], "a=b")
            },
            Case("leaves the user info of a URL behind at a redirect to another origin") { trial in
                let other = try LoopbackServer { _ in .text("other") }
                let server = try LoopbackServer { _ in .status(307, headers: ["Location": "\(other.url)/"]) }
                let url = URL(string: "http://user:secret@127.0.0.1:\(server.port)/")
                let request = URLRequest(url: try trial.require(url, "No URL."))
                _ = try await trial.transport().send(TransportRequest(urlRequest: request))
                let second = try trial.require(other.requests.first, "The redirect wasn't followed.")
                trial.expect("Authorization", second.headers["Authorization"], nil)
            },
            Case("doesn't send credentials back after a redirect to another origin and home again") { trial in
                let home = Locked<URL?>(nil)
                let other = try LoopbackServer { _ in
                    .status(307, headers: ["Location": "\(home.withLock { $0 }?.absoluteString ?? "")/b"])
                }
                let server = try LoopbackServer { request in
                    request.path == "/a" ? .status(307, headers: ["Location": "\(other.url)/"]) : .text("home")
                }
                home.withLock { $0 = server.url }
                let request = try server.request("/a", fields: ["Authorization": "Bearer secret"])
                trial.expect("the body", try await trial.transport().send(request).text, "home")
                trial.expect("Authorization", server.requests.last?.headers["Authorization"], nil)
            },
        ]
}
