import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

/// What each event of a session causes in each phase of an exchange.
@Suite(.timeLimit(.minutes(20)))
struct URLSessionTransferStateTests {
    enum Event {
        case start
        case head(Int, [String: String] = [:])
        case data(Int)
        case sent(Int64)
        case pause
        case resume
        case complete(URLError.Code? = nil)
        case end
        case challenge
        case proxyChallenge
    }

    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        var delivery = Request.Delivery.collected(limit: 10)
        var followsRedirects = false
        var kind = SessionKind.apple
        let events: [(Event, effect: String)]
    }

    /// The pieces of a streamed body are larger than its buffer.
    private static let large = 1_000_000
    private static let multipart = ["Content-Type": "multipart/x-mixed-replace; boundary=a"]
    private static let redirect = ["Location": "/b"]

    static let rows: [Row] = [
        Row(
            testDescription: "a collected body",
            events: [
                (.start, "runs"), (.sent(3), "reports 3 sent, 0 received"), (.head(200), "nothing"),
                (.data(4), "reports 3 sent, 4 received"), (.data(6), "reports 3 sent, 10 received"),
                (.pause, "nothing"),
                (.resume, "nothing"), (.complete(), "200 with 10 bytes"), (.end, "the caller, the task"),
                (.data(1), "nothing"), (.sent(9), "nothing"), (.head(200), "nothing"), (.end, "nothing"),
            ]
        ),
        Row(
            testDescription: "a body above its limit",
            events: [
                (.start, "runs"), (.head(500), "nothing"), (.data(11), "fails: bodyTooLarge, status 500"),
                (.end, "the caller, the task"),
            ]
        ),
        Row(
            testDescription: "a body that is announced above its limit",
            events: [
                (.start, "runs"), (.head(200, ["Content-Length": "11"]), "fails: bodyTooLarge, status 200"),
            ]
        ),
        Row(
            testDescription: "the announced length of an encoded body isn't that of the decoded one",
            events: [
                (.start, "runs"), (.head(200, ["Content-Length": "11", "Content-Encoding": "gzip"]), "nothing"),
            ]
        ),
        Row(
            testDescription: "the announced length of a body that isn't sent",
            events: [(.start, "runs"), (.head(304, ["Content-Length": "11"]), "nothing")]
        ),
        Row(
            testDescription: "a second head",
            events: [
                (.start, "runs"), (.head(200), "nothing"), (.head(201), "nothing"), (.complete(), "200 with 0 bytes"),
            ]
        ),
        Row(
            testDescription: "a followed redirect",
            followsRedirects: true,
            events: [
                (.start, "runs"), (.head(302, redirect), "nothing"), (.data(large), "nothing"),
                (.complete(), "302 with 0 bytes"), (.end, "the caller, the task"),
            ]
        ),
        Row(
            testDescription: "the limit of a followed redirect",
            followsRedirects: true,
            events: [
                (.start, "runs"), (.head(302, redirect), "nothing"), (.data(Redirect.maximumBodyBytes), "nothing"),
                (.data(1), "fails: bodyTooLarge, status 302"),
            ]
        ),
        Row(
            testDescription: "a streamed body",
            delivery: .streamed,
            events: [
                (.start, "runs"), (.head(200), "responds 200"), (.data(3), "delivers 3 of 3"), (.pause, "nothing"),
                (.data(large), "delivers 1000000 of 1000003"), (.pause, "suspends"), (.pause, "nothing"),
                (.resume, "resumes"), (.resume, "nothing"), (.complete(), "200 with 0 bytes"),
                (.end, "the channel, the task"), (.pause, "nothing"), (.resume, "nothing"),
            ]
        ),
        Row(
            testDescription: "a streamed body that starts over after a pause",
            delivery: .streamed,
            events: [
                (.start, "runs"), (.head(200), "responds 200"), (.data(large), "delivers 1000000 of 1000000"),
                (.head(200), "nothing"), (.pause, "suspends"), (.resume, "resumes"),
                (.head(200), "fails: connectionLost, status 200"),
            ]
        ),
        Row(
            testDescription: "parts of a streamed body after a pause",
            delivery: .streamed,
            events: [
                (.start, "runs"), (.head(200, multipart), "responds 200"),
                (.data(large), "delivers 1000000 of 1000000"), (.pause, "suspends"), (.resume, "resumes"),
                (.head(200), "nothing"),
            ]
        ),
        Row(
            testDescription: "a streamed body that arrives before its head",
            delivery: .streamed,
            kind: .foundationNetworking,
            events: [
                (.start, "runs"), (.data(2), "reports 0 sent, 2 received"), (.head(302), "responds 302"),
                (.data(3), "delivers 3 of 5"),
            ]
        ),
        Row(
            testDescription: "a truncated body",
            events: [
                (.start, "runs"), (.head(200, ["Content-Length": "6"]), "nothing"),
                (.data(5), "reports 0 sent, 5 received"), (.complete(), "fails: connectionLost, status 200"),
            ]
        ),
        Row(
            testDescription: "an end without a head",
            events: [
                (.start, "runs"), (.complete(), "fails: malformedResponse, no status"), (.end, "the caller, the task"),
            ]
        ),
        Row(
            testDescription: "a challenge to FoundationNetworking, which then cancels the task",
            kind: .foundationNetworking,
            events: [
                (.start, "runs"), (.challenge, "nothing"), (.head(401), "nothing"),
                (.complete(.cancelled), "401 with 0 bytes"),
            ]
        ),
        Row(
            testDescription: "a cancelled task without a challenge",
            kind: .foundationNetworking,
            events: [
                (.start, "runs"), (.head(401), "nothing"), (.complete(.cancelled), "fails: cancelled, status 401"),
            ]
        ),
        Row(
            testDescription: "the refusal of a proxy",
            events: [
                (.start, "runs"), (.proxyChallenge, "nothing"), (.head(407), "nothing"),
                (.complete(), "fails: proxyFailed, status 407"),
            ]
        ),
        Row(
            testDescription: "the refusal of a proxy, streamed",
            delivery: .streamed,
            events: [
                (.start, "runs"), (.proxyChallenge, "nothing"), (.head(407), "fails: proxyFailed, status 407"),
                (.end, "the caller, the task"),
            ]
        ),
        Row(
            testDescription: "a status 407 without a proxy",
            events: [(.start, "runs"), (.head(407), "nothing"), (.complete(), "407 with 0 bytes")]
        ),
        Row(
            testDescription: "an end before the start",
            events: [(.end, "nothing"), (.start, "is refused"), (.head(200), "nothing"), (.data(1), "nothing")]
        ),
    ]

    @Test(arguments: rows) func eventsHaveTheirEffects(row: Row) throws {
        let exchange = try Exchange(row)
        for (index, (event, effect)) in row.events.enumerated() {
            #expect(try exchange.effect(of: event) == effect, "event \(index + 1): \(event)")
        }
    }

    @Test(arguments: [("gzip", nil), ("identity", 10), ("Identity", 10)] as [(String, Int64?)])
    func lengthOfAnEncodedBodyIsNotThatOfTheDecodedOne(coding: String, length: Int64?) throws {
        let exchange = try Exchange(Row(testDescription: "", events: []))
        _ = try exchange.effect(of: .start)
        _ = try exchange.effect(of: .head(200, ["Content-Encoding": coding, "Content-Length": "10"]))
        #expect(exchange.state.progress.expectedReceivedBytes == length)
    }

    @Test func onlyAnIncompleteCollectedBodyIsInterrupted() throws {
        let rows: [(delivery: Request.Delivery, followsRedirects: Bool, head: Event?, bytes: Int?)] = [
            (.collected(limit: 10), false, nil, nil), (.collected(limit: 10), false, .head(200), 3),
            (.collected(limit: 10), true, .head(302, Self.redirect), nil), (.streamed, false, .head(200), nil),
        ]
        for (delivery, followsRedirects, head, bytes) in rows {
            let row = Row(testDescription: "", delivery: delivery, followsRedirects: followsRedirects, events: [])
            let exchange = try Exchange(row)
            _ = try exchange.effect(of: .start)
            if let head {
                _ = try exchange.effect(of: head)
                _ = try exchange.effect(of: .data(3))
            }
            #expect(exchange.state.interruptedResult?.body.count == bytes)
            _ = try exchange.effect(of: .end)
            #expect(exchange.state.interruptedResult?.body.count == bytes)
        }
    }

    @Test func refusalOfTheHandlerHasTheProxysResponse() throws {
        let exchange = try Exchange(Row(testDescription: "", events: []))
        _ = try exchange.effect(of: .proxyChallenge)
        #expect(exchange.state.addingProxyResponse(to: ChallengeRules.proxyFailure).response?.statusCode == 407)
        #expect(exchange.state.addingProxyResponse(to: TernError(.tlsFailed)).response == nil)
    }

    private final class SilentTask: SessionTask {
        let taskIdentifier = 1
        let response: URLResponse? = nil

        func resume() {}
        func suspend() {}
        func cancel() {}
    }

    /// A state, and the effects of its events as texts.
    private final class Exchange {
        private(set) var state: URLSessionTransferState<String>
        /// Keeps the reader of the body.
        private var stream: BodyStream?

        init(_ row: Row) throws {
            var request = Request(url: try #require(URL(string: "https://api.example/a")))
            request.delivery = row.delivery
            state = URLSessionTransferState(request, hop: Hop(followsRedirects: row.followsRedirects), kind: row.kind)
        }

        func effect(of event: Event) throws -> String {
            switch event {
            case .start: return state.start(SilentTask(), for: "caller") ? "runs" : "is refused"
            case .head(let status, let fields):
                let head = try #require(SimulatedTask.head(status, fields))
                return text(of: state.received(head) { BodyChannel(onRoom: {}, onAbandon: {}) })
            case .data(let count): return text(of: state.received(Data(count: count)))
            case .sent(let bytes): return text(of: state.sent(bytes, of: 9))
            case .pause: return state.pause() == nil ? "nothing" : "suspends"
            case .resume: return state.resume() == nil ? "nothing" : "resumes"
            case .complete(let code):
                switch state.completed(code.map { URLError($0) }) {
                case .success(let result): return "\(result.response.statusCode) with \(result.body.count) bytes"
                case .failure(let error): return text(of: .fail(error))
                }
            case .end:
                let ending = state.end()
                let parts = [
                    ending.caller.map { "the \($0)" }, ending.channel.map { _ in "the channel" },
                    ending.task.map { _ in "the task" },
                ]
                let texts = parts.compactMap(\.self)
                return texts.isEmpty ? "nothing" : texts.joined(separator: ", ")
            case .challenge:
                state.challenge = .toFoundationNetworking
                return "nothing"
            case .proxyChallenge:
                state.challenge = .ofProxy(SimulatedTask.head(407))
                return "nothing"
            }
        }

        private func text(of action: URLSessionTransferState<String>.Action) -> String {
            switch action {
            case .none: return "nothing"
            case .report(let progress): return "reports \(progress.sentBytes) sent, \(progress.receivedBytes) received"
            case .respond(let caller, let result):
                #expect(caller == "caller" && result.stream != nil)
                stream = result.stream
                return "responds \(result.response.statusCode)"
            case .deliver(let data, let channel, let progress):
                _ = channel.push(data)
                return "delivers \(data.count) of \(progress.receivedBytes)"
            case .fail(let error):
                let status = state.head.map { "status \($0.statusCode)" } ?? "no status"
                return "fails: \(TernError(wrapping: error).code), \(status)"
            }
        }
    }
}
