import Foundation

extension LoopbackServer {
    /// The limits of a server, its clock and its log.
    ///
    /// ```swift
    /// let server = try LoopbackServer(options: .init(maximumBodyBytes: 1_000)) { _ in .status(204) }
    /// ```
    public struct Options: Sendable {
        /// Maximum size of a request body. 64 MiB by default. A larger body is rejected with status 413.
        public var maximumBodyBytes: Int

        /// Maximum number of requests in ``LoopbackServer/requests``, and of malformed requests. The newest requests
        /// are kept. 10,000 by default. If 0, requests are only counted.
        public var recordedRequests: Int

        /// Maximum total size of the recorded bodies, in bytes. The newest request is recorded regardless of its size.
        /// 16 MiB by default.
        public var recordedBodyBytes: Int

        /// The clock of `SampleResponse.delayed(by:on:)`, `.chunked(_:every:status:headers:)` and
        /// `.events(_:every:status:headers:)`. Real time by default. In virtual time, pass the clock of the scheduler:
        /// its time passes while a response is held, and stands still while the server works.
        public var clock: any Clock<Duration>

        /// The time for the `Date` field of responses. The real time by default; with `nil`, responses have no such
        /// field.
        public var currentDate: (@Sendable () -> Date)?

        /// Called with each request that a handler or a route has responded to, for example to write a log. The
        /// duration is the time from the arrival of the request until the response is ready. `nil` by default.
        public var onResponse: (@Sendable (_ request: RecordedRequest, _ status: Int, _ duration: Duration) -> Void)?

        /// Creates options. Each parameter sets the property of the same name.
        public init(
            maximumBodyBytes: Int = 64 * 1024 * 1024,
            recordedRequests: Int = 10_000,
            recordedBodyBytes: Int = 16 * 1024 * 1024,
            clock: any Clock<Duration> = ContinuousClock(),
            currentDate: (@Sendable () -> Date)? = { Date() },
            onResponse: (@Sendable (_ request: RecordedRequest, _ status: Int, _ duration: Duration) -> Void)? = nil
        ) {
            self.maximumBodyBytes = maximumBodyBytes
            self.recordedRequests = recordedRequests
            self.recordedBodyBytes = recordedBodyBytes
            self.clock = clock
            self.currentDate = currentDate
            self.onResponse = onResponse
        }
    }
}
