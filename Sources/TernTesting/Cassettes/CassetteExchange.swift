import Foundation
import Tern

/// One exchange of a recording.
struct CassetteExchange: Sendable {
    struct Head: Sendable {
        var status: Int
        var headers: HTTPHeaders
        /// Since the request.
        var time = Duration.zero
    }

    struct Failure: Sendable, Equatable {
        /// The end of a body whose reader left.
        static let unread = Failure(
            code: .connectionLost,
            reason: "The recording ends here: the body wasn't read on."
        )

        var code: TernError.Code
        var reason: String
    }

    /// A piece of a streamed body.
    struct Piece: Sendable {
        /// Since the head.
        var time: Duration
        var bytes: Int
    }

    var request: RecordedRequest
    /// The name of the case. `nil` if it isn't known.
    var target: String?
    /// Since the cassette was made.
    var start = Duration.zero
    /// `nil` if there was no response.
    var head: Head?
    var body = Data()
    /// Those that are known without the body.
    var bodyBytes = 0
    var trailers: HTTPHeaders = [:]
    /// Empty for a body that arrived at once.
    var pieces: [Piece] = []
    /// The time since the request. `nil` for a body that wasn't read to its end.
    var duration: Duration?
    /// Why there was no response, or only a part of its body.
    var failure: Failure?
}
