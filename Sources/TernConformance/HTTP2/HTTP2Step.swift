import Foundation
import Tern

/// One action of a scripted server for a request.
enum HTTP2Step: Sendable {
    /// HEADERS without END_STREAM, with CONTINUATION if needed. Also used for informational responses (1xx).
    case head(Int, [(String, String)] = [])
    /// DATA, as fast as the client's windows allow.
    case data(Data)
    /// Endless DATA, as fast as the client's windows allow.
    case endlessData
    /// An empty DATA frame with END_STREAM.
    case end
    /// HEADERS with END_STREAM, after the body.
    case trailers([(String, String)])
    /// RST_STREAM.
    case reset(HTTP2ErrorCode)
    /// GOAWAY. If `lastStream` is `nil`, it is the highest stream of the connection. The connection stays open.
    case goAway(lastStream: UInt32? = nil, HTTP2ErrorCode = .noError)
    /// FIN, after all earlier output is sent. Later bytes of the client are discarded.
    case close
    /// FIN without the close_notify of TLS, after all earlier output is sent.
    case cut
    /// RST of the TCP connection, after all earlier output is sent.
    case abort
    /// Pauses this stream until ``HTTP2Server/release()``.
    case hold
    /// Steps whose frames are one TLS record, so that the client reads them at once.
    indirect case together([HTTP2Step])
    /// Any frame, on this stream.
    case frame(type: UInt8, flags: UInt8 = 0, payload: Data)
}

extension HTTP2Step {
    var isCut: Bool { if case .cut = self { true } else { false } }
}

extension [HTTP2Step] {
    /// A complete response.
    static func respond(
        _ status: Int,
        _ fields: [(String, String)] = [],
        body: Data = Data(),
        trailers: [(String, String)]? = nil
    ) -> [HTTP2Step] {
        [.head(status, fields), .data(body), trailers.map { .trailers($0) } ?? .end]
    }

    /// A complete response with a text as its body.
    static func respond(_ text: String) -> [HTTP2Step] { .respond(200, body: Data(text.utf8)) }
}

/// An error code (RFC 9113, section 7).
struct HTTP2ErrorCode: Sendable, Hashable {
    var rawValue: UInt32

    static let noError = HTTP2ErrorCode(rawValue: 0)
    static let protocolError = HTTP2ErrorCode(rawValue: 1)
    static let internalError = HTTP2ErrorCode(rawValue: 2)
    static let refusedStream = HTTP2ErrorCode(rawValue: 7)
    static let cancel = HTTP2ErrorCode(rawValue: 8)
    static let http11Required = HTTP2ErrorCode(rawValue: 13)
}

/// A setting (RFC 9113, section 6.5.2).
struct HTTP2Setting: Sendable, Hashable {
    var rawValue: UInt16

    static let maxConcurrentStreams = HTTP2Setting(rawValue: 3)
    static let initialWindowSize = HTTP2Setting(rawValue: 4)
}

/// A request on one stream. Each sending of a request is recorded separately.
struct HTTP2Request: Sendable {
    /// The number of the connection, counted from 1 in the order of acceptance.
    var connection: Int
    var stream: UInt32
    /// The number of requests that the server received before this request, on all connections.
    var index: Int
    var method = ""
    var path = ""
    /// The header fields, without pseudo-header fields.
    var headers: HTTPHeaders = [:]
    /// The bytes of the body received so far.
    var body = Data()
    /// Whether the client has sent END_STREAM.
    var isComplete = false
    /// The code of the client's RST_STREAM. `nil` if the client hasn't reset the stream.
    var resetCode: HTTP2ErrorCode?
}

/// The events on a server.
struct HTTP2Record: Sendable {
    /// The requests, in the order in which their fields arrive. Bodies are added as they arrive.
    var requests: [HTTP2Request] = []
    var acceptedConnections = 0
    var openConnections = 0
    var mostOpenConnections = 0
    /// The number of DATA bytes that were passed to the kernel or wait for it.
    var sentDataBytes = 0
    var isStopped = false

    /// The number of times that a request with this path was sent.
    func sendings(of path: String) -> Int { requests.count { $0.path == path } }
}
