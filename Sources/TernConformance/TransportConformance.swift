import Tern
import TernTesting

/// Named cases that check the behavior that Tern expects from any transport.
///
/// Each case creates its own servers (`LoopbackServer`) and transports. A case that fails throws a
/// ``ConformanceFailure`` with the expected and the actual behavior. The suite imports no test framework. With Swift
/// Testing, one test checks a transport:
///
/// ```swift
/// @Test(arguments: TransportConformance.cases(offering: [.metrics, .trailers]))
/// func socketTransportConforms(_ item: TransportConformance.Case) async throws {
///     try await item.run { configuration in try SocketTransport(configuration) }
/// }
/// ```
///
/// ``cases(offering:)`` omits the cases that need a ``Feature`` that the transport doesn't offer, such as HTTP/2. If a
/// transport fails a case for another reason, run that case in `withKnownIssue`. The test then fails when the case
/// passes.
///
/// Cases don't depend on each other, and may run concurrently. Except for the cases about timeouts, they wait for
/// events on the connection, never for a time. On a slow machine they are slower, but they don't fail.
public enum TransportConformance {
    /// All cases. ``cases(offering:)`` selects the cases for a set of features. Later versions may add cases.
    public static let cases: [Case] = [
        methodCases, statusCases, challengeCases, fieldCases, framingCases, codingCases, codingEndCases, limitCases,
        uploadCases, streamedUploadCases, earlyResponseCases,
        redirectMethodCases, redirectBodyCases, redirectTargetCases, redirectCredentialCases,
        malformedCases, malformedHeadCases, malformedChunkCases, longHeadCases, slowHeadCases, trailerCases,
        lostConnectionCases, timeoutCases, slowUploadCases, deadlineCases, cancellationCases,
        exactlyOnceCases, idleConnectionCases,
        fileCases, streamCases, streamEndCases, progressCases, metricsCases, connectionCases, cookieCases,
        concurrencyCases, configurationCases, http2Cases, http2HeadCases, http2LossCases, http2BrokenFrameCases,
        http2DowngradeCases, http2LoadCases, tlsRecordCases,
    ].flatMap { $0 }
}
