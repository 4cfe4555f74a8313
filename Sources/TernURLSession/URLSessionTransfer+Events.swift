import Foundation
import TernHTTP

/// Passes the events that the session reports to the state, and does what they cause.
extension URLSessionTransfer {
    func received(_ response: URLResponse) {
        guard let head = response as? HTTPURLResponse else { return }
        // FoundationNetworking reports informational heads, too.
        if head.statusCode < 200, head.statusCode != 101 { return }
        let (cookies, action) = state.withLock { state in
            let cookies = state.exchange.isWaiting ? state.cookies : nil
            return (cookies, state.exchange.received(head, makeChannel: makeChannel))
        }
        cookies?.store(from: head)
        perform(action)
    }

    func received(_ data: Data) {
        guard !data.isEmpty else { return }
        perform(state.withLock { $0.exchange.received(data) })
    }

    func sent(_ bytes: Int64, of expected: Int64) {
        perform(state.withLock { $0.exchange.sent(bytes, of: expected) })
    }

    func measured(_ metrics: Response.Metrics) {
        state.withLock { $0.exchange.times.measured = metrics }
    }

    func completed(_ error: (any Error)?) {
        releaseBody()
        end(with: state.withLock { $0.exchange.completed(error) })
    }

    // MARK: - Challenges

    /// FoundationNetworking reported a challenge.
    func challenged() {
        state.withLock { $0.exchange.challenge = .toFoundationNetworking }
    }

    /// - Parameter response: The proxy's response. `nil` if the session doesn't provide it.
    func challengedByProxy(_ response: HTTPURLResponse?) {
        state.withLock { $0.exchange.challenge = .ofProxy(response) }
    }

    /// Records that the server or the proxy rejected the request and requests a password.
    func challengedForPassword(by method: URLSessionTransport.Challenge.Method) {
        let isHandshake = method == .ntlm || method == .negotiate
        state.withLock { $0.exchange.sendings.rejected(repetitions: isHandshake ? 2 : 1) }
    }

    /// Whether the challenge handler may be called: the exchange is running, and the limit of calls isn't reached.
    func mayCallChallengeHandler() -> Bool {
        state.withLock { !$0.exchange.isEnded && $0.work.handlers.count < ChallengeRules.maximumHandlerCalls }
    }

    /// Runs a handler, and cancels it at the end of the exchange.
    func run(_ handler: @escaping @Sendable () async -> Void) {
        let task = Task { await handler() }
        let isEnded = state.withLock { state in
            if !state.exchange.isEnded { state.work.handlers.append(task) }
            return state.exchange.isEnded
        }
        if isEnded { task.cancel() }
    }
}
