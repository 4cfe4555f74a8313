import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// The status, and the methods before and after the redirect (RFC 9110, section 15.4).
    private static let methodRules: [(Int, HTTPMethod, HTTPMethod)] = [
        (301, .get, .get), (301, .head, .head), (301, .post, .get), (301, .put, .put), (301, .delete, .delete),
        (302, .get, .get), (302, .head, .head), (302, .post, .get), (302, .patch, .patch), (302, "PURGE", "PURGE"),
        (303, .get, .get), (303, .head, .head), (303, .post, .get), (303, .put, .get), (303, .delete, .get),
        (307, .get, .get), (307, .head, .head), (307, .post, .post), (307, .put, .put), (307, .delete, .delete),
        (301, .query, .query), (302, .query, .query), (303, .query, .get), (307, .query, .query), (308, .query, .query),
        (308, .get, .get), (308, .head, .head), (308, .post, .post), (308, .patch, .patch),
    ]

    static let redirectMethodCases = methodRules.map { status, before, after in
        Case("follows a \(status) response to \(before) with \(after)") { trial in
            let server = try LoopbackServer { request in
                request.path == "/a" ? .status(status, headers: ["Location": "/b"]) : .text("arrived")
            }
            let sendsBody = before != .get && before != .head
            let fields = sendsBody ? ["Content-Type": "text/x", "X-A": "b"] : ["X-A": "b"]
            let body = sendsBody ? Data("body".utf8) : nil
            let request = try server.request("/a", before, fields: fields, body: body)

            let response = try await trial.send(request)

            try await trial.expect(response, status: 200)
            trial.expect("the URL of the response", response.url?.path, "/b")
            trial.expect("the number of requests", server.requestCount, 2)
            guard let second = server.requests.last else { return }
            let keepsBody = sendsBody && before == after
            trial.expect("the second method", second.method, after)
            trial.expect("the second body", second.body, keepsBody ? Data("body".utf8) : Data())
            trial.expect("the second Content-Type", second.headers["Content-Type"], keepsBody ? "text/x" : nil)
            trial.expect("another field", second.headers["X-A"], "b")
            if after == .get {
                trial.expect("the second Content-Length", second.headers["Content-Length"], nil)
                trial.expect("the second Transfer-Encoding", second.headers["Transfer-Encoding"], nil)
            }
        }
    }
}
