import Foundation
import Tern
import TernMoya
import Testing

/// Calls that end after the head of their response: their errors have the response with the bytes that arrived.
@Suite(.timeLimit(.minutes(20)))
struct PartialResponseTests {
    /// Sends a head and 4 bytes.
    private struct HalfTransport: Tern.Transport {
        /// Opened when the 4 bytes were read.
        let began = SampleGate()
        /// The error that ends the body. `nil` for a body that waits until it is cancelled.
        var error: TernError?

        func send(_ request: Tern.Request, hop: Hop) async throws -> Tern.Response {
            let (began, error) = (began, error)
            let reads = Recorded<Void>()
            let body = AsyncThrowingStream<Data, any Error> {
                guard reads.add(()) > 0 else { return Data("half".utf8) }
                began.release()
                if let error { throw error }
                try? await SampleGate().pass()
                return nil
            }
            return Tern.Response(statusCode: 200, headers: ["X-Head": "1"], body: .stream(BodyStream(body)))
        }
    }

    private func failure(
        of transport: HalfTransport,
        plugins: [any Tern.Plugin] = [],
        cancels: Bool = false
    ) async throws -> (cause: AFError, response: Moya.Response?) {
        let provider = MoyaProvider<API>(session: Session(transport: transport, plugins: plugins))
        let (results, received) = AsyncStream.makeStream(of: Result<Moya.Response, MoyaError>.self)
        let token = provider.request(.zen, callbackQueue: .global()) { received.yield($0) }
        try? await transport.began.pass()
        if cancels { token.cancel() }
        var iterator = results.makeAsyncIterator()
        guard case .failure(let error) = await iterator.next(), case .underlying(let cause, _) = error else {
            throw TernError(.transportFailed, reason: "The call has no such error.")
        }
        return (try #require(cause.asAFError), error.response)
    }

    @Test func brokenBodyIsInTheError() async throws {
        let (cause, response) = try await failure(of: HalfTransport(error: TernError(.connectionLost)))

        #expect((cause.underlyingError as? URLError)?.code == .networkConnectionLost)
        #expect(response?.statusCode == 200)
        #expect(response?.text == "half")
        #expect(response?.response?.value(forHTTPHeaderField: "X-Head") == "1")
    }

    @Test func bodyOfACancelledCallIsInTheError() async throws {
        let (cause, response) = try await failure(of: HalfTransport(), cancels: true)

        #expect(cause.isExplicitlyCancelledError)
        #expect(response?.statusCode == 200)
        #expect(response?.text == "half")
    }

    /// A plugin of Tern receives the whole body or an error, and its repetition has no part of an earlier response.
    @Test func pluginsOfASessionReceiveCollectedBodies() async throws {
        struct Again: Tern.Plugin {
            let bodies = Recorded<Data>()

            nonisolated(nonsending) func intercept(
                _ request: Tern.Request,
                context: RequestContext,
                next: Next
            ) async throws -> Tern.Response {
                do {
                    return try await next(request)
                } catch {
                    bodies.add(Data())
                    throw TernError(.timedOut)
                }
            }
        }
        let again = Again()

        let (cause, _) = try await failure(of: HalfTransport(error: TernError(.connectionLost)), plugins: [again])

        #expect(again.bodies.values.count == 1)
        #expect((cause.underlyingError as? URLError)?.code == .timedOut)

        let whole = Whole()
        let transport = RecordingTransport { _, _ in .init(statusCode: 200, data: Data("whole".utf8)) }
        let provider = MoyaProvider<API>(session: Session(transport: transport, plugins: [whole]))
        #expect(try await LiveCallTests.result(provider, .zen).get().text == "whole")
        #expect(whole.bodies.values == [Data("whole".utf8)])
    }

    private struct Whole: Tern.Plugin {
        let bodies = Recorded<Data>()

        nonisolated(nonsending) func intercept(
            _ request: Tern.Request,
            context: RequestContext,
            next: Next
        ) async throws -> Tern.Response {
            let response = try await next(request)
            bodies.add(response.data)
            return response
        }
    }

    @Test func errorBeforeTheHeadHasNoResponse() async throws {
        let transport = GatedTransport()
        let provider = MoyaProvider<API>(session: Session(transport: transport))
        let (results, received) = AsyncStream.makeStream(of: Result<Moya.Response, MoyaError>.self)
        let token = provider.request(.zen, callbackQueue: .global()) { received.yield($0) }
        try? await transport.began.pass()
        token.cancel()

        var iterator = results.makeAsyncIterator()
        guard case .failure(let error) = await iterator.next() else {
            Testing.Issue.record("The call succeeded.")
            return
        }
        #expect(error.response == nil)
    }
}
