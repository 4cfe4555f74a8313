import Foundation
import Tern

/// Where the body of a response ends (RFC 9112, section 6.3).
struct BodyFraming: Sendable {
    enum Kind: Equatable {
        case none
        case length(Int64)
        case chunked, untilClose
    }

    let kind: Kind
    /// Whether another request can be sent on the connection after the body.
    let allowsReuse: Bool

    /// - Throws: `TernError` with code `.malformedResponse` if the fields don't agree about the end.
    init(_ head: ResponseHead, to request: Request) throws {
        let length = try Self.length(head.headers.values(for: "Content-Length"))
        let codings = head.headers.values(for: "Transfer-Encoding")
        guard codings.isEmpty || codings.count == 1 && codings[0].lowercased() == "chunked" else {
            throw Malformed.error("a Transfer-Encoding other than chunked")
        }
        if request.method == .head || [204, 304].contains(head.statusCode) {
            kind = .none
        } else if !codings.isEmpty {
            kind = .chunked
        } else {
            kind = length.map { .length($0) } ?? .untilClose
        }
        let options = [head.headers, request.headers].compactMap { $0["Connection"] }
            .flatMap { $0.lowercased().split(separator: ",") }.map { $0.trimmingCharacters(in: .whitespaces) }
        let isKept = head.isHTTP10 ? options.contains("keep-alive") && codings.isEmpty : !options.contains("close")
        // With both fields, other software may find another end of the body (RFC 9112, section 6.3).
        let isAmbiguous = length != nil && !codings.isEmpty
        allowsReuse = isKept && kind != .untilClose && !isAmbiguous && head.statusCode != 101
    }

    /// The length, if all fields have the same.
    private static func length(_ values: [String]) throws -> Int64? {
        guard let first = values.first else { return nil }
        guard values.allSatisfy({ $0 == first }), first.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let length = Int64(first)
        else { throw Malformed.error("a Content-Length that isn't one number") }
        return length
    }
}
