import Tern
import TernTesting

/// Every behaviour that Tern expects of a transport, as named cases that run on any.
///
/// Each case makes servers of its own (`LoopbackServer`) and the transports that it needs, and throws a
/// ``ConformanceFailure`` that says what it expected and what happened. The suite imports no test framework. With Swift
/// Testing, a transport proves itself with one test:
///
/// ```swift
/// @Test(.serialized, arguments: TransportConformance.cases(offering: [.metrics, .trailers]))
/// func socketTransportConforms(_ item: TransportConformance.Case) async throws {
///     try await item.run { configuration in try SocketTransport(configuration) }
/// }
/// ```
///
/// ``cases(offering:)`` leaves out the cases that need a ``Feature`` which the transport doesn't offer, such as HTTP/2. A
/// transport that fails a case for another reason names it, and runs it in `withKnownIssue`, so that the list stays true.
///
/// Cases don't depend on each other, and may run side by side. They wait for what happens on the wire, never for time,
/// but for those about timeouts; so a slow machine makes them slow, not wrong.
public enum TransportConformance {
    /// All cases, whatever features they need. Later versions add more.
    public static let cases: [Case] = [
        methodCases, statusCases, challengeCases, fieldCases, framingCases, codingCases, codingEndCases, limitCases,
        uploadCases, streamedUploadCases, earlyAnswerCases,
        redirectMethodCases, redirectBodyCases, redirectTargetCases, redirectCredentialCases,
        malformedCases, malformedHeadCases, malformedChunkCases, longHeadCases, slowHeadCases, trailerCases,
        lostConnectionCases, timeoutCases, deadlineCases, cancellationCases,
        exactlyOnceCases, idleConnectionCases,
        fileCases, streamCases, streamEndCases, progressCases, metricsCases, connectionCases, cookieCases,
        concurrencyCases, configurationCases, http2Cases, http2HeadCases, http2LossCases, http2LoadCases,
    ].flatMap { $0 }
}
