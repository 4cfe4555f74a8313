import Tern
import TernTesting

/// Every behaviour that Tern expects of a transport, as named cases that run on any.
///
/// Each case brings servers of its own (``LoopbackServer``), makes the transports it needs, and throws a
/// ``ConformanceFailure`` that says what was expected and what came instead. No test framework is involved; with Swift
/// Testing, the whole suite is
///
/// ```swift
/// @Test(arguments: TransportConformance.cases)
/// func conforms(_ item: TransportConformance.Case) async throws {
///     try await item.run { configuration in try MyTransport(configuration) }
/// }
/// ```
///
/// A transport that can't do something keeps a list of the names of those cases, and runs them in `withKnownIssue`, so
/// that the list stays true.
///
/// Cases don't depend on each other, and may run side by side. They wait for what happens on the wire, never for time,
/// but for those about timeouts; so a slow machine makes them slow, not wrong.
public enum TransportConformance {
    /// All there are. More come with later versions.
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
