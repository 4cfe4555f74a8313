import Foundation
import Tern

/// The request line and the fields of a request (RFC 9112, sections 3 and 5).
struct RequestHead {
    /// The framing of the body (RFC 9112, section 6).
    enum Framing: Equatable {
        case none
        case length(Int64)
        case chunked
    }

    let framing: Framing
    let bytes: Data

    init(_ request: Request, to origin: Origin) {
        let framing = Self.framing(of: request)
        var lines = ["\(request.method) \(Self.target(of: request.url)) HTTP/1.1"]
        if !request.headers.contains("Host") { lines.append("Host: \(origin.hostField)") }
        for field in request.headers where !["content-length", "transfer-encoding"].contains(field.name.lowercased()) {
            lines.append("\(field.name): \(field.value)")
        }
        switch framing {
        case .none: break
        case .length(let length): lines.append("Content-Length: \(length)")
        case .chunked: lines.append("Transfer-Encoding: chunked")
        }
        self.framing = framing
        bytes = Data((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    }

    // MARK: - Private

    private static func framing(of request: Request) -> Framing {
        if let body = request.body { return body.length.map { .length($0) } ?? .chunked }
        // These methods usually have a body (RFC 9110, section 8.6).
        return [.post, .put, .patch].contains(request.method) ? .length(0) : .none
    }

    /// Path and query exactly as the URL has them.
    private static func target(of url: URL) -> String {
        var rest = url.absoluteString[...]
        if let start = rest.range(of: "://") { rest = rest[start.upperBound...] }
        rest = rest.drop { !"/?#".contains($0) }.prefix { $0 != "#" }
        return rest.hasPrefix("/") ? String(rest) : "/\(rest)"
    }
}
