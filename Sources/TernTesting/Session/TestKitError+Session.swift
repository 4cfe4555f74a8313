extension TestKitError {
    static func downloadTask(_ request: RecordedRequest) -> TestKitError {
        let message = """
            \(request) was sent by a download task, which FoundationNetworking can't complete with a URLProtocol. Use \
            a data task, or stub the request with LoopbackServer.
            """
        return TestKitError(.downloadTask, message)
    }

    static func unsupportedTask(_ request: RecordedRequest) -> TestKitError {
        let message = """
            \(request) was sent by a task that is neither a data nor an upload task. Stub it with LoopbackServer.
            """
        return TestKitError(.unsupportedTask, message)
    }

    #if canImport(FoundationNetworking)
        /// - Parameter property: The name of a stored property.
        static func missing(_ property: String) -> TestKitError {
            let message = """
                This version of FoundationNetworking has no property "\(property)". See StubSession for what doesn't work \
                without it, or use LoopbackServer.
                """
            return TestKitError(.unsupportedTask, message)
        }
    #endif

    static let releasedStub = TestKitError(
        .releasedStub,
        """
        The StubSession of this request was released, because the urlCredentialStorage of its configuration was \
        replaced. Don't change that property.
        """
    )
}
