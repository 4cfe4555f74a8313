#if os(Linux)
    /// The continuation of a call, as one object.
    ///
    /// Copies of a `CheckedContinuation` are calls into the runtime, and a request has a dozen of them.
    final class CurlContinuation: Sendable {
        private let continuation: CheckedContinuation<CurlResult, any Error>

        init(_ continuation: CheckedContinuation<CurlResult, any Error>) {
            self.continuation = continuation
        }

        func resume(with outcome: CurlResult.Outcome) {
            continuation.resume(with: outcome)
        }
    }
#endif
