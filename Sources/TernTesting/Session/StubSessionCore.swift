import Foundation
import Tern

/// The state that all sessions with one configuration share.
final class StubSessionCore: Sendable {
    typealias Respond = @Sendable (RecordedRequest) throws -> SampleResponse

    let respond: Respond
    let journal: Journal?
    let source: SourcePosition
    let owner: TestOwner
    /// The serial queue that requests samples. The session's own queue must stay free, because a sample closure may
    /// need it.
    let requestQueue = DispatchQueue(label: "Tern.StubSession.requests")
    /// The queue that delivers responses when the session's own queue must not hold a lock.
    let deliveryQueue = DispatchQueue(label: "Tern.StubSession.delivery")

    init(journal: Journal?, source: SourcePosition, respond: @escaping Respond) {
        self.respond = respond
        self.journal = journal
        self.source = source
        owner = TestOwner(of: "The StubSession", journal: journal, at: source)
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
        // With a cache, FoundationNetworking traps when a task is cancelled near its completion.
        configuration.urlCache = nil
        return configuration
    }
}
