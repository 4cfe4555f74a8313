#if os(Linux)
    /// The failure of an exchange after the head of its response.
    struct CurlInterruption: Error {
        let error: any Error
        /// The head, and the bytes of the body that have arrived.
        let received: CurlResult
    }
#endif
