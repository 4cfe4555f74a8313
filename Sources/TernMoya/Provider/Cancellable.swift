import Foundation

/// The handle of a call.
public protocol Cancellable {
    /// Whether the call was cancelled.
    var isCancelled: Bool { get }
    /// Cancels the call. Its completion is called with an error.
    func cancel()
}

/// A handle that calls a closure when it is cancelled for the first time.
// All state is in `Guarded`.
public final class CancellableToken: Cancellable, CustomDebugStringConvertible, @unchecked Sendable {
    private let state: Guarded<(isCancelled: Bool, action: @Sendable () -> Void)>
    /// The request that was sent last.
    let request = Guarded<URLRequest?>(nil)

    /// A handle that calls this closure, on the thread that cancels.
    @preconcurrency public init(action: @escaping @Sendable () -> Void) { state = Guarded((false, action)) }

    public var isCancelled: Bool { state.value.isCancelled }

    public func cancel() {
        let action = state.update { state -> (@Sendable () -> Void)? in
            if state.isCancelled { return nil }
            state.isCancelled = true
            return state.action
        }
        action?()
    }

    /// Sets the action that `cancel()` takes. If it was called before, takes the action now.
    func onCancel(_ action: @escaping @Sendable () -> Void) {
        let isCancelled = state.update { state in
            state.action = action
            return state.isCancelled
        }
        if isCancelled { action() }
    }

    /// The request as a curl command with its secrets, or "Empty Request".
    public var debugDescription: String { request.value.map(SentRequest.curlCommand) ?? "Empty Request" }
}

/// The handle that `request` returns: first for the request closure, then for the exchange.
// All state is in `Guarded`.
final class CallHandle: Cancellable, @unchecked Sendable {
    private let state = Guarded<(token: CancellableToken?, isCancelled: Bool)>((nil, false))

    var isCancelled: Bool {
        let (token, isCancelled) = state.value
        return isCancelled || token?.isCancelled == true
    }

    func cancel() {
        state.update { state in
            state.isCancelled = true
            return state.token
        }?.cancel()
    }

    func follow(_ token: CancellableToken) {
        let isCancelled = state.update { state in
            state.token = token
            return state.isCancelled
        }
        if isCancelled { token.cancel() }
    }
}
