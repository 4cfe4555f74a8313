import Foundation
import Tern

/// One exchange in a file of the format HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec).
///
/// Members that begin with `_` are those of Tern, as the format allows. Other programs write some members wrongly or not
/// at all, so reading needs the URL and the status alone.
struct HAREntry: Codable, Hashable, Sendable {
    /// A field, a parameter or a cookie.
    struct Pair: Codable, Hashable, Sendable {
        var name: String
        var value: String
    }

    struct Message: Codable, Hashable, Sendable {
        var method: String
        var url: String
        var httpVersion: String?
        var cookies: [Pair]?
        var headers: [Pair]?
        var queryString: [Pair]?
        var postData: Body?
        var headersSize: Int?
        var bodySize: Int?
    }

    /// The body of a request.
    struct Body: Codable, Hashable, Sendable {
        var mimeType: String?
        var text: String?
        /// `base64` for bytes that aren't text.
        var _encoding: String?
        /// For a long body, of which the file has no text: its length, and the digest with SHA-256 in hexadecimal.
        var _digest: String?
    }

    struct Response: Codable, Hashable, Sendable {
        var status: Int
        var statusText: String?
        var httpVersion: String?
        var cookies: [Pair]?
        var headers: [Pair]?
        var content: Content?
        var redirectURL: String?
        var headersSize: Int?
        var bodySize: Int?
        var _trailers: [Pair]?
    }

    struct Content: Codable, Hashable, Sendable {
        var size: Int?
        var mimeType: String?
        var text: String?
        /// `base64` for bytes that aren't text.
        var encoding: String?
    }

    struct Timings: Codable, Hashable, Sendable {
        var send: Double
        var wait: Double
        var receive: Double
    }

    struct Cache: Codable, Hashable, Sendable {}

    /// A piece of a streamed body.
    struct Piece: Codable, Hashable, Sendable {
        /// In milliseconds after the fields.
        var time: Double
        var bytes: Int
    }

    /// A failure without a response, or within the body.
    struct Failure: Codable, Hashable, Sendable {
        /// That of a `TernError`.
        var code: String
        var reason: String
    }

    /// In ISO 8601.
    var startedDateTime: String?
    /// In milliseconds.
    var time: Double?
    var request: Message
    var response: Response
    var cache: Cache?
    var timings: Timings?
    /// The case of the target, such as `GitHub.user`.
    var _target: String?
    var _failure: Failure?
    var _pieces: [Piece]?
}

extension [HAREntry.Pair] {
    init(_ headers: HTTPHeaders) { self = headers.map { HAREntry.Pair(name: $0.name, value: $0.value) } }
}

extension HTTPHeaders {
    init(_ pairs: [HAREntry.Pair]?) {
        self.init()
        for pair in pairs ?? [] { add(pair.value, for: pair.name) }
    }
}
