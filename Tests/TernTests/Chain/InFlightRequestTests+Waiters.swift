import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The calls that wait for a shared request, and leave it.
extension InFlightRequestTests {
    // MARK: - Cancellation

    @Test func cancelledWaiterDoesNotAffectTheOthers() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let follower = await follow(on: provider)
        let other = await follow(on: provider)

        follower.call.cancel()

        #expect(try await code(of: follower.call) == .cancelled)
        #expect(transport.cancelled.isEmpty)
        transport.respond()
        #expect(try await leader.call.value.statusCode == 200)
        #expect(try await other.call.value.statusCode == 200)
    }

    @Test func requestContinuesWithoutTheCallThatStartedIt() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let follower = await follow(on: provider)

        leader.call.cancel()

        #expect(try await code(of: leader.call) == .cancelled)
        #expect(transport.cancelled.isEmpty)
        let late = await follow(on: provider)
        transport.respond()
        #expect(try await follower.call.value.statusCode == 200)
        #expect(try await late.call.value.statusCode == 200)
        #expect(transport.requests.count == 1)
    }

    @Test func requestIsCancelledWithItsLastCall() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let follower = await follow(on: provider)

        leader.call.cancel()
        #expect(try await code(of: leader.call) == .cancelled)
        #expect(transport.cancelled.isEmpty)
        follower.call.cancel()
        #expect(try await code(of: follower.call) == .cancelled)

        await transport.cancellations(atLeast: 1)
        let next = start(on: provider)
        await transport.waitForRequests(atLeast: 2)
        transport.respond(1)
        #expect(try await next.call.value.statusCode == 200)
    }

    @Test func timeoutOfOneCallDoesNotAffectTheOthers() async throws {
        let provider = provider()
        let leader = await lead(on: provider)
        let follower = await follow(OpenTarget(timeout: .seconds(1)), on: provider)

        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(1))

        #expect(try await code(of: follower.call) == .timedOut)
        #expect(transport.cancelled.isEmpty)
        transport.respond()
        #expect(try await leader.call.value.statusCode == 200)
    }

    @Test func callThatIsCancelledBeforeItJoinsSendsNothing() async throws {
        let provider = provider(
            InterceptingPlugin { request, _, next in
                withUnsafeCurrentTask { $0?.cancel() }
                return try await next(request)
            }
        )

        #expect(try await code(of: start(on: provider).call) == .cancelled)
        #expect(transport.requests.isEmpty)
    }

    // MARK: - Under load

    @Test func concurrentJoinsAndCancellationsAllEnd() async throws {
        let transport = RecordingTransport { _, hop in
            hop.progress?(TransferProgress(receivedBytes: 1))
            return .text("ok")
        }
        let provider = Provider<OpenTarget>(transport: transport, trackInflights: true)

        let codes = await withTaskGroup(of: TernError.Code?.self) { group in
            for number in 0..<2_000 {
                group.addTask {
                    let target = OpenTarget(path: "/\(number % 3)")
                    let call = Task { () throws(TernError) in
                        try await provider.response(to: target, options: CallOptions(progress: { _ in }))
                    }
                    if number.isMultiple(of: 2) { call.cancel() }
                    if case .failure(let error) = await call.result { return (error as? TernError)?.code }
                    return nil
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }

        #expect(codes.count == 2_000)
        #expect(Set(codes).isSubset(of: [nil, .cancelled]))
        #expect(codes.filter { $0 == nil }.count >= 1_000)
    }
}
