#if os(Linux)
    /// A command to the engine's thread.
    enum CurlEngineCommand: Sendable {
        case start(CurlPreparedRequest, CurlResult.Continuation)
        /// Cancels the transfer with this id.
        case cancel(Int)
        /// Resumes the paused directions of the transfer with this id. The mask has the bits of ``CurlPause``.
        case resume(Int, Int32)
        case stop
    }
#endif
