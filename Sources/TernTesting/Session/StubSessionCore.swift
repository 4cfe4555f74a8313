import Foundation
import Tern

/// The state that all sessions with one configuration share.
final class StubSessionCore: Sendable {
    let table: ResponderTable
    let journal: Journal?
    let source: SourcePosition
    let owner: TestOwner
    /// The clock of delays and pauses.
    let clock: any Clock<Duration>
    /// The serial queue that requests samples. The session's own queue must stay free, because a sample closure may
    /// need it.
    let requestQueue = DispatchQueue(label: "Tern.StubSession.requests")
    /// The queue that delivers responses when the session's own queue must not hold a lock.
    let deliveryQueue = DispatchQueue(label: "Tern.StubSession.delivery")

    init(
        _ entries: [ResponderTable.Entry],
        journal: Journal?,
        source: SourcePosition,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        table = ResponderTable(entries, of: "StubSession", journal: journal, source: source)
        self.journal = journal
        self.source = source
        self.clock = clock
        owner = TestOwner(of: "The StubSession", journal: journal, at: source)
    }

    /// The sample for a request.
    ///
    /// - Throws: The error of the responder; `TestKitError` with code `.unmatchedRequest` without a route.
    nonisolated(nonsending) func sample(for match: ResponderTable.Match) async throws -> SampleResponse {
        guard match.isFound else {
            throw TestKitError(.unmatchedRequest, table.unmatched(match.request).reasonAndAdvice)
        }
        return try await table.response(to: match).arrivingInPieces
    }
}

/// Keeps a core and its protocol class while a session or a configuration can use them.
///
/// It is stored as the credential storage of a configuration. This is the only object that all copies of a
/// configuration share, that a session retains for its lifetime, and that stubs don't need otherwise. A task retains
/// its session, so a class never serves two stubs at once.
// Unchecked only because its superclass is; the properties that it adds are constant.
final class StubSessionLease: URLCredentialStorage, @unchecked Sendable {
    private let number: Int

    init(_ core: StubSessionCore) {
        number = StubProtocolClasses.take(for: core)
        super.init()
    }

    deinit {
        StubProtocolClasses.release(number)
    }

    var configuration: URLSessionConfiguration {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.protocolClasses = [StubProtocolClasses.protocolClass(number)]
        configuration.urlCredentialStorage = self
        configuration.httpCookieStorage = nil
        // In FoundationNetworking, cancellations aren't safe with a cache.
        configuration.urlCache = nil
        return configuration
    }
}
