import Foundation
import Tern
import TernTesting

extension TransportConformance {
    private static let challenges = [
        "Basic realm=\"x\"", "Digest realm=\"x\", nonce=\"1\", algorithm=MD5", "Bearer", "Negotiate", "NTLM", "",
    ]

    static let challengeCases =
        challenges.map { challenge in
            Case("returns a 401 response with the challenge \"\(challenge)\"") { trial in
                let server = try LoopbackServer { _ in
                    .text("who?", status: 401, headers: ["WWW-Authenticate": challenge])
                }
                let response = try await trial.send(try server.request())
                try await trial.expect(response, status: 401, text: "who?", fields: ["WWW-Authenticate": challenge])
                trial.expect("the number of requests", server.requestCount, 1)
            }
        } + [
            Case("returns a 401 response to a request with credentials") { trial in
                let server = try LoopbackServer { _ in
                    .text("no", status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\""])
                }
                let request = try server.request("/", fields: ["Authorization": "Basic YTpi"])
                trial.expect("the status", try await trial.send(request).statusCode, 401)
                trial.expect("the number of requests", server.requestCount, 1)
            },
            Case("returns a 407 response with a challenge") { trial in
                let server = try LoopbackServer { _ in
                    .text("who?", status: 407, headers: ["Proxy-Authenticate": "Basic realm=\"x\""])
                }
                try await trial.expect(trial.send(try server.request()), status: 407, text: "who?")
            },
            Case("returns a 401 response without a challenge") { trial in
                let server = try LoopbackServer { _ in .text("no", status: 401) }
                try await trial.expect(try await trial.send(try server.request()), status: 401, text: "no")
            },
        ]
}
