import Foundation

/// Reads the server-sent events of one response for one loop.
final class EventReader {
    private let body: BodyReader
    private(set) var parser: EventParser
    private var hasBegun = false
    private var isOver = false

    init(_ stream: ResponseStream, limit: Int, lastEventID: String = "") {
        body = BodyReader(stream)
        parser = EventParser(lastEventID: lastEventID, limit: limit)
    }

    var head: Response { body.head }

    /// The next event. `nil` at the end of the body and in every later call.
    func next() async throws(TernError) -> ServerSentEvent? {
        guard !isOver else { return nil }
        do throws(TernError) {
            if !hasBegun { try await begin() }
            while !isOver {
                if let event = try parser.next() { return event }
                if let chunk = try await body.next() { parser.append(chunk) } else { isOver = true }
            }
            return nil
        } catch {
            isOver = true
            throw body.about(error)
        }
    }

    /// Checks the response. The error for a wrong media type contains the first MiB of the body.
    private func begin() async throws(TernError) {
        hasBegun = true
        if head.statusCode == 204 {
            isOver = true
            return
        }
        guard !head.isEventStream else { return }
        let type = head.headers["Content-Type"].map(Redaction.excerpt(ofText:)) ?? "(none)"
        let reason = "Content-Type \(type) isn't text/event-stream."
        throw TernError(.unacceptableMediaType, reason: reason, response: try await head.withErrorBody())
    }
}

extension Response {
    /// Whether the media type is `text/event-stream`, with any parameters.
    var isEventStream: Bool { mediaType == "text/event-stream" }

    /// The media type in lower case, without its parameters.
    var mediaType: String? { headers["Content-Type"].map { FieldParameters($0).value } }
}
