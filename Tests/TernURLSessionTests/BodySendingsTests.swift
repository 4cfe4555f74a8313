import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct BodySendingsTests {
    /// A reference, so that `#expect` can call its methods.
    private final class Sendings {
        private var state = BodySendings()

        func rejected(repetitions: Int = 1) { state.rejected(repetitions: repetitions) }
        func needsStream(for request: Request) -> TernError? { state.needsStream(for: request) }
        func sent(_ bytes: Int64, of request: Request) -> TernError? { state.sent(bytes, of: request) }
    }

    private func request(_ method: HTTPMethod, isReplayable: Bool = true) throws -> Request {
        var request = Request(url: try #require(URL(string: "https://api.example/")), method: method)
        request.body =
            isReplayable
            ? .stream { AsyncStream<Data> { $0.finish() } } : .stream(once: AsyncStream<Data> { $0.finish() })
        return request
    }

    @Test(arguments: [HTTPMethod.post, .put], [true, false])
    func firstStreamIsAllowed(method: HTTPMethod, isReplayable: Bool) throws {
        let sendings = Sendings()
        #expect(sendings.needsStream(for: try request(method, isReplayable: isReplayable)) == nil)
    }

    @Test(
        arguments: [(.post, true, .connectionLost), (.put, true, nil), (.put, false, .connectionLost)]
            as [(HTTPMethod, Bool, TernError.Code?)]
    )
    func secondStreamIsOnlyForIdempotentRequests(method: HTTPMethod, isReplayable: Bool, code: TernError.Code?) throws {
        let sendings = Sendings()
        let request = try request(method, isReplayable: isReplayable)
        #expect(sendings.needsStream(for: request) == nil)
        #expect(sendings.sent(10, of: request) == nil)
        #expect(sendings.needsStream(for: request)?.code == code)
    }

    @Test func streamAfterAChallengeIsAllowedOnce() throws {
        let sendings = Sendings()
        let request = try request(.post)
        #expect(sendings.needsStream(for: request) == nil)
        #expect(sendings.sent(10, of: request) == nil)
        sendings.rejected()
        #expect(sendings.needsStream(for: request) == nil)
        #expect(sendings.sent(5, of: request) == nil)
        #expect(sendings.needsStream(for: request)?.code == .connectionLost)
    }

    @Test func handshakeTakesTwoRequests() throws {
        let sendings = Sendings()
        let request = try request(.post)
        #expect(sendings.needsStream(for: request) == nil)
        sendings.rejected(repetitions: 2)
        #expect(sendings.needsStream(for: request) == nil)
        #expect(sendings.needsStream(for: request) == nil)
        #expect(sendings.needsStream(for: request)?.code == .connectionLost)
    }

    @Test func oneShotBodyIsNotSentAgainAfterAChallenge() throws {
        let sendings = Sendings()
        let request = try request(.post, isReplayable: false)
        #expect(sendings.needsStream(for: request) == nil)
        sendings.rejected()
        #expect(sendings.needsStream(for: request)?.code == .bodyNotReplayable)
    }

    @Test(arguments: [(.post, .connectionLost), (.put, nil)] as [(HTTPMethod, TernError.Code?)])
    func fallingCountOfBytesIsARepetition(method: HTTPMethod, code: TernError.Code?) throws {
        let sendings = Sendings()
        let request = try request(method)
        for bytes: Int64 in [5, 10, 10] { #expect(sendings.sent(bytes, of: request) == nil) }
        #expect(sendings.sent(5, of: request)?.code == code)
    }

    @Test func fallingCountAfterAChallengeIsAllowedOnce() throws {
        let sendings = Sendings()
        let request = try request(.post)
        #expect(sendings.sent(10, of: request) == nil)
        sendings.rejected()
        #expect(sendings.sent(5, of: request) == nil)
        #expect(sendings.sent(10, of: request) == nil)
        #expect(sendings.sent(5, of: request)?.code == .connectionLost)
    }

    @Test func idempotencyKeyAllowsARepetition() throws {
        let sendings = Sendings()
        var request = try request(.post)
        request.headers["Idempotency-Key"] = "1"
        #expect(sendings.sent(10, of: request) == nil)
        #expect(sendings.sent(5, of: request) == nil)
    }

    @Test func repetitionEndsTheTransfer() throws {
        let transfer = URLSessionTransfer(try request(.post))
        transfer.sent(10, of: 20)
        #expect(!transfer.isEnded)
        transfer.sent(5, of: 20)
        #expect(transfer.isEnded)
    }
}
