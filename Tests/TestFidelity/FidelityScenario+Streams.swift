import Foundation
import Tern

extension FidelityScenario {
    private static let events = [
        ServerSentEvent(data: "a", id: "1"), ServerSentEvent(data: "b\nc", event: "x"),
        ServerSentEvent(data: "é", retry: .milliseconds(20)),
    ]

    private static func body(_ text: String, type: String = "text/plain", status: Int = 200) -> [Reply] {
        [.response(status: status, body: Data(text.utf8), type: type)]
    }

    private static let eventBody = events.reduce(into: Data()) { $0 += $1.bytes }

    /// Calls whose response is a stream.
    static let streams = [
        FidelityScenario(name: "a stream of chunks", reading: .chunks),
        FidelityScenario(
            name: "a stream of many chunks",
            reading: .chunks,
            replies: body(String(repeating: " ", count: 2_000_000))
        ),
        FidelityScenario(
            name: "a stream without a body",
            reading: .chunks,
            replies: [.response(status: 204, body: Data(), type: nil)]
        ),
        FidelityScenario(name: "a stream to HEAD", reading: .chunks, method: .head, replies: body("")),
        FidelityScenario(name: "a stream of lines", reading: .lines, replies: body("a\r\n\nb\rc")),
        FidelityScenario(
            name: "a stream with a line that is too long",
            reading: .lines,
            replies: body("a\n" + String(repeating: "b", count: ResponseStream.defaultLimit + 1))
        ),
        FidelityScenario(
            name: "a stream of events",
            reading: .events,
            replies: [.response(body: eventBody, type: "text/event-stream")]
        ),
        FidelityScenario(
            name: "a stream of events with a second attempt",
            reading: .events,
            replies: [.response(status: 503), .response(body: eventBody, type: "text/event-stream;charset=utf-8")],
            retries: 1
        ),
        FidelityScenario(
            name: "events of a media type that isn't theirs",
            reading: .events,
            replies: [.response(body: eventBody, type: "text/plain")]
        ),
        FidelityScenario(
            name: "a stream with a status that isn't accepted",
            reading: .lines,
            replies: body("no\nentry\n", status: 403)
        ),
        FidelityScenario(
            name: "a stream with a media type that isn't accepted",
            reading: .lines,
            replies: body("<html>", type: "text/html"),
            validation: .successCodes.requiring(mediaTypes: ["text/event-stream"])
        ),
        FidelityScenario(
            name: "a stream whose connection ends inside the body",
            reading: .chunks,
            replies: [.broken(after: 5)]
        ),
        FidelityScenario(
            name: "a stream whose connection ends before the response",
            reading: .chunks,
            replies: [.closed]
        ),
        FidelityScenario(
            name: "a stream whose response misses the timeout",
            reading: .chunks,
            replies: [.silence],
            timesOut: true
        ),
        FidelityScenario(
            name: "a stream cancelled before the call",
            reading: .chunks,
            cancellation: .beforeTheCall
        ),
        FidelityScenario(
            name: "a stream cancelled while the server thinks",
            reading: .chunks,
            cancellation: .whileTheServerThinks
        ),
        FidelityScenario(
            name: "a stream cancelled while it is read",
            reading: .chunks,
            cancellation: .insideTheBody
        ),
    ]
}
