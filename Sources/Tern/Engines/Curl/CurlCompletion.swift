#if os(Linux)
    /// The outcome of a transfer, with the continuation and the channel that receive it.
    struct CurlCompletion: Sendable {
        let outcome: CurlResult.Outcome
        /// `nil` if the caller has received the head already.
        let continuation: CurlResult.Continuation?
        /// `nil` if the body was collected.
        let channel: BodyChannel?
        let prepared: CurlPreparedRequest

        func deliver() {
            prepared.resume { [self] in
                continuation?.value.resume(with: outcome)
                let result = try? outcome.get()
                channel?.finish(outcome.map { _ in }, metrics: result?.metrics, trailers: result?.trailers ?? [:])
            }
        }
    }
#endif
