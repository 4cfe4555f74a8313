import Foundation
import Tern
import TernMoya

/// Responds as the server of the observations did.
struct ObservedServer: Tern.Transport {
    let gate = SampleGate()

    func send(_ request: Tern.Request, hop: Hop) async throws -> Tern.Response {
        let collected = Recorded<Data>()
        try await request.body?.forEachChunk { collected.add($0) }
        let body = collected.values.reduce(Data(), +)
        let parts = URLComponents(url: request.url, resolvingAgainstBaseURL: false)
        let path = parts?.percentEncodedPath ?? ""
        switch path {
        case "/zen": return text("Half measures are as bad as nothing at all.")
        case "/slow":
            try? await gate.pass()
            try Swift.Task.checkCancellation()
            return text("slow")
        case "/file":
            let fields: Tern.HTTPHeaders = [
                "Content-Type": "image/png", "Content-Disposition": "attachment; filename=\"logo.png\"",
            ]
            return Tern.Response(statusCode: 200, data: Data(repeating: 65, count: 5_000), headers: fields)
        case "/redirect": return Tern.Response(statusCode: 302, headers: ["Location": "/echo/redirected"])
        case "/basic":
            if request.headers["Authorization"] == "Basic dXNlcjpwYXNzd2Q=" { return text("{\"ok\":true}") }
            return Tern.Response(
                statusCode: 401,
                data: Data("no".utf8),
                headers: ["WWW-Authenticate": "Basic realm=\"x\""]
            )
        case "/token":
            return request.headers["Authorization"] == "Bearer fresh" ? text("{\"ok\":true}") : text("expired", 401)
        default:
            if path.hasPrefix("/status/") { return text("{\"message\":\"status\"}", Int(path.dropFirst(8)) ?? 500) }
            guard path.hasPrefix("/echo") else { return text("not found", 404) }
            let query = parts?.percentEncodedQuery.map { "?\($0)" } ?? ""
            return try echo(request, path + query, body)
        }
    }

    private func text(_ text: String, _ status: Int = 200) -> Tern.Response {
        Tern.Response(statusCode: status, data: Data(text.utf8))
    }

    private func echo(_ request: Tern.Request, _ path: String, _ body: Data) throws -> Tern.Response {
        var fields = Dictionary(request.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        if let length = request.body?.length { fields["Content-Length"] = "\(length)" }
        let echo = Echo(
            method: request.method.rawValue,
            path: path,
            headers: fields,
            body: String(String.UnicodeScalarView(body.map { Unicode.Scalar($0) }))
        )
        return Tern.Response(statusCode: 200, data: try JSONEncoder().encode(echo))
    }
}

/// A request as the server received it. Its body is in Latin-1.
struct Echo: Codable {
    let method: String
    let path: String
    let headers: [String: String]
    let body: String

    /// The request in the form of the observations, without its random boundary.
    var line: String {
        let type = headers["Content-Type"] ?? "nil"
        let boundary = type.components(separatedBy: "boundary=").last ?? ""
        let text = body.replacingOccurrences(of: boundary, with: "B").replacingOccurrences(of: "\r\n", with: "|")
        let shown = type.replacingOccurrences(of: boundary, with: "B")
        return "\(method) \(path) type \(shown) length \(headers["Content-Length"] != nil) body \(text)"
    }
}
