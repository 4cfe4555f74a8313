import TernHTTP

/// Tasks that run for one exchange, and end with it.
extension URLSessionTransfer.State {
    var work: [Task<Void, Never>] { handlers + [pump].compactMap { $0 } }

    mutating func dropWork() {
        pump = nil
        handlers = []
    }
}

extension URLSessionTransfer {
    /// Records that the server or the proxy rejected the request and requests a password.
    func challengedForPassword(by method: URLSessionTransport.Challenge.Method) {
        let isHandshake = method == .ntlm || method == .negotiate
        state.withLock { $0.sendings.rejected(repetitions: isHandshake ? 2 : 1) }
    }

    /// Whether the challenge handler may be called: the exchange is running, and the limit of calls isn't reached.
    func mayCallChallengeHandler() -> Bool {
        state.withLock { !$0.isEnded && $0.handlers.count < ChallengeRules.maximumHandlerCalls }
    }

    /// Runs a handler, and cancels it at the end of the exchange.
    func run(_ handler: @escaping @Sendable () async -> Void) {
        let task = Task { await handler() }
        let isEnded = state.withLock { state in
            if !state.isEnded { state.handlers.append(task) }
            return state.isEnded
        }
        if isEnded { task.cancel() }
    }
}
