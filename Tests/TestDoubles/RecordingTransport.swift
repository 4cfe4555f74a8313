import Foundation
import Tern

/// Records requests. Responds with a closure, or to each request when the test decides.
package final class RecordingTransport: Transport {
    private typealias Continuation = CheckedContinuation<Response, any Error>

    private struct State {
        var requests: [Request] = []
        var hops: [Hop] = []
        /// The number of requests that can receive a response.
        var arrivals = 0
        var held: [Int: Continuation] = [:]
        var cancelled: Set<Int> = []
    }

    private let reply: (@Sendable (Request, Hop) async throws -> Response)?
    private let state = Watched(State())

    /// Holds every request until ``respond(_:with:)``, ``fail(_:with:)`` or its cancellation.
    package init() {
        reply = nil
    }

    package init(reply: @escaping @Sendable (Request) async throws -> Response) {
        self.reply = { request, _ in try await reply(request) }
    }

    package init(reply: @escaping @Sendable (Request, Hop) async throws -> Response) {
        self.reply = reply
    }

    package var requests: [Request] { state.value.requests }
    package var hops: [Hop] { state.value.hops }

    /// The numbers of the requests, from 0, whose exchange was cancelled.
    package var cancelled: Set<Int> { state.value.cancelled }

    /// Waits for `count` requests that have received a response or wait for one, and returns them.
    @discardableResult
    package func waitForRequests(atLeast count: Int) async -> [Request] {
        await state.value { $0.arrivals >= count }.requests
    }

    package func cancellations(atLeast count: Int) async {
        await state.value { $0.cancelled.count >= count }
    }

    package func respond(_ index: Int = 0, with response: Response = Response(statusCode: 200)) {
        state.update { $0.held.removeValue(forKey: index) }?.resume(returning: response)
    }

    package func fail(_ index: Int = 0, with error: any Error) {
        state.update { $0.held.removeValue(forKey: index) }?.resume(throwing: error)
    }

    package func report(_ progress: TransferProgress, for index: Int = 0) {
        hops[index].progress?(progress)
    }

    package func send(_ request: Request, hop: Hop) async throws -> Response {
        let index = state.update { state in
            state.requests.append(request)
            state.hops.append(hop)
            return state.requests.count - 1
        }
        if let reply {
            state.update { $0.arrivals += 1 }
            return try await reply(request, hop)
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: Continuation) in
                let isCancelled = state.update { state in
                    state.arrivals += 1
                    if state.cancelled.contains(index) { return true }
                    state.held[index] = continuation
                    return false
                }
                if isCancelled { continuation.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            let continuation = state.update { state in
                state.cancelled.insert(index)
                return state.held.removeValue(forKey: index)
            }
            continuation?.resume(throwing: CancellationError())
        }
    }
}

extension Response {
    package static func text(_ text: String, status: Int = 200) -> Response {
        Response(statusCode: status, data: Data(text.utf8), headers: ["Content-Type": "text/plain"])
    }
}
