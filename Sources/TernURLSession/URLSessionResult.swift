import Foundation
import TernHTTP

/// The response as the session delivered it.
///
/// The caller's thread converts it to a `Response`, off the queue that all transfers share.
struct URLSessionResult: Sendable {
    let response: HTTPURLResponse
    let body: Data
    var stream: BodyStream?
    let times: URLSessionTimes
    let progress: TransferProgress

    func response(to request: Request) -> Response {
        var result = Response(
            statusCode: response.statusCode,
            headers: HTTPHeaders(response),
            body: stream.map { .stream($0) } ?? .data(body),
            url: response.url,
            metrics: times.metrics(with: progress)
        )
        let hasContent = request.method != .head && response.statusCode != 204 && response.statusCode != 304
        if hasContent, Self.decodes(result.headers.list(for: "Content-Encoding")) { result.isDecoded = true }
        return result
    }

    /// Whether a session decodes a body with these codings.
    static func decodes(_ names: [String]) -> Bool {
        let names = names.map { $0.lowercased() }.filter { $0 != "identity" }
        return !names.isEmpty && names.allSatisfy(URLSessionTransport.codings.contains)
    }
}

extension HTTPURLResponse {
    /// The announced length of the body. `nil` if the response announces no length, or only the length of an encoded
    /// body, which a session decodes.
    var decodedLength: Int64? {
        let coding = value(forHTTPHeaderField: "Content-Encoding") ?? "identity"
        guard coding.isEqualIgnoringASCIICase(to: "identity"), expectedContentLength >= 0 else { return nil }
        return expectedContentLength
    }
}
