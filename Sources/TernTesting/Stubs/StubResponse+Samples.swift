import Foundation
import Tern

// The responses of `SampleResponse` without a value, whose documentation has the details.
extension StubResponse {
    /// A response with text in UTF-8.
    public static func text(_ text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> StubResponse {
        sample(.text(text, status: status, headers: headers))
    }

    /// A response with any bytes.
    public static func data(
        _ data: Data,
        contentType: String = "application/octet-stream",
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> StubResponse {
        sample(.data(data, contentType: contentType, status: status, headers: headers))
    }

    /// A response with the bytes of a file. If the file can't be read, the call fails with `.missingSample`.
    public static func file(_ url: URL, status: Int = 200, headers: HTTPHeaders = [:]) -> StubResponse {
        sample(.file(url, status: status, headers: headers))
    }

    /// A response with a file of the folder `Fixtures` next to the caller's source file, or with a file in a bundle. See
    /// `SampleResponse.fixture(_:in:status:headers:filePath:)`.
    public static func fixture(
        _ name: String,
        in bundle: Bundle? = nil,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        filePath: String = #filePath
    ) -> StubResponse {
        sample(.fixture(name, in: bundle, status: status, headers: headers, filePath: filePath))
    }

    /// A response with a fixture as its body.
    public static func fixture(_ fixture: Fixture, status: Int = 200, headers: HTTPHeaders = [:]) -> StubResponse {
        sample(.fixture(fixture, status: status, headers: headers))
    }

    /// A response with a body that arrives in these chunks, at once or one after each interval.
    public static func chunked(
        _ chunks: [Data],
        every interval: Duration = .zero,
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> StubResponse {
        sample(.chunked(chunks, every: interval, status: status, headers: headers))
    }

    /// A response with server-sent events, as `text/event-stream`, at once or one after each interval.
    public static func events(
        _ events: [ServerSentEvent],
        every interval: Duration = .zero,
        status: Int = 200,
        headers: HTTPHeaders = [:]
    ) -> StubResponse {
        sample(.events(events, every: interval, status: status, headers: headers))
    }
}

// MARK: - Changes

extension StubResponse {
    /// The same response, sent after the gate is released.
    public func held(by gate: SampleGate) -> StubResponse {
        changing { $0.held(by: gate) }
    }

    /// The same response, whose body pauses after this number of bytes until the gate is released. A body with at most
    /// this number of bytes doesn't pause.
    public func held(by gate: SampleGate, after bytes: Int) -> StubResponse {
        changing { $0.held(by: gate, after: bytes) }
    }

    /// The same response, sent after this delay. See `SampleResponse.delayed(by:on:)`.
    ///
    /// - Parameters:
    ///   - duration: The delay.
    ///   - clock: The clock of the delay. By default, the clock of the provider.
    public func delayed(by duration: Duration, on clock: (any Clock<Duration>)? = nil) -> StubResponse {
        changing { $0.delayed(by: duration, on: clock) }
    }

    /// The same response with a connection that ends within the body: the transport throws `error` after this many bytes.
    public func breakingOff(
        after bytes: Int,
        with error: any Error = URLError(.networkConnectionLost)
    ) -> StubResponse {
        changing { $0.breakingOff(after: bytes, with: error) }
    }

    /// The same response with a body that arrives in this many chunks.
    public func inPieces(_ count: Int) -> StubResponse {
        changing { $0.inPieces(count) }
    }

    /// The same response with a body that ends only when the gate is released.
    public func stayingOpen(until gate: SampleGate) -> StubResponse {
        changing { $0.stayingOpen(until: gate) }
    }

    /// The same response, or the part of it that a request with a `Range` field asks for.
    public func servingRanges() -> StubResponse {
        changing { $0.servingRanges() }
    }

    private func changing(_ change: @escaping @Sendable (SampleResponse) -> SampleResponse) -> StubResponse {
        StubResponse { [sample] in change(sample($0, $1)) }
    }
}
