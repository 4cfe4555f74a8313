#if os(Linux)
    /// What came of a transfer, and who is to know.
    struct CurlReport: Sendable {
        let result: Result<CurlReply, any Error>
        /// `nil` if the head was handed over before.
        let continuation: CurlReply.Continuation?
        /// `nil` if the body was collected.
        let channel: BodyChannel?
        let submission: CurlSubmission

        func deliver() {
            submission.resume { [self] in
                continuation?.resume(with: result)
                let reply = try? result.get()
                channel?.finish(result.map { _ in }, metrics: reply?.metrics, trailers: reply?.trailers ?? [:])
            }
        }
    }
#endif
