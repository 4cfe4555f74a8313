import Foundation
import Tern
import TestDoubles

/// An engine, and a server that compresses what the request accepts.
///
/// As many servers do, it has one opaque tag for all codings, which is weak for a compressed response, and strong in
/// each 304.
struct CodingServer: Transport {
    static let text = "0123456789"
    static let compressed = "gzip(\(text))"

    /// Whether the engine asks for gzip by itself, and decodes it then.
    var decompresses = true
    var fields: HTTPHeaders = ["Cache-Control": "max-age=60"]
    /// The numbers of requests by the status of their response.
    let statuses = Watched<[Int]>([])

    func send(_ request: Request, hop: Hop) async throws -> Response {
        let decodes = decodes(request)
        let accepted = request.headers["Accept-Encoding"] ?? (decodes ? "gzip" : "identity")
        let isCoded = accepted.contains("gzip")
        var headers = HTTPHeaders(["Vary": "Accept-Encoding"]).merging(fields)
        if request.headers["If-None-Match"]?.contains("\"1\"") == true {
            headers["ETag"] = "\"1\""
            statuses.update { $0.append(304) }
            return Response(statusCode: 304, headers: headers)
        }
        statuses.update { $0.append(200) }
        headers["ETag"] = isCoded ? "W/\"1\"" : "\"1\""
        if isCoded { headers["Content-Encoding"] = "gzip" }
        let text = isCoded && !decodes ? Self.compressed : Self.text
        let isStreamed = request.delivery == .streamed
        var response = isStreamed ? .streamed([text]) : Response(statusCode: 200, data: Data(text.utf8))
        response.headers = headers
        if isCoded && decodes { response.isDecoded = true }
        return response
    }

    func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
        decodes(request) && headers["Content-Encoding"] == "gzip"
    }

    private func decodes(_ request: Request) -> Bool {
        decompresses && request.decoding == .automatic && !request.headers.contains("Accept-Encoding")
            && !request.headers.contains("Range")
    }
}
