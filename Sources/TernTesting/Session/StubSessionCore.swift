import Foundation
import Tern

/// What the sessions of one configuration have in common.
final class StubSessionCore: Sendable {
    typealias Answer = @Sendable (RecordedRequest) throws -> SampleResponse

    let answer: Answer
    let journal: Journal?
    let source: SourcePlace
    let owner: TestOwner
    /// Where answers are asked for, one after another: not on a session's own queue, which asking may need.
    let asking = DispatchQueue(label: "Tern.StubSession.asking")
    /// Where answers are handed over that a session's own queue must not be held for.
    let handing = DispatchQueue(label: "Tern.StubSession.handing")

    init(journal: Journal?, source: SourcePlace, answer: @escaping Answer) {
        self.answer = answer
        self.journal = journal
        self.source = source
        owner = TestOwner(of: "The StubSession", journal: journal, at: source)
    }
}

/// Keeps a core and its protocol class, as long as there is a session or a configuration to use it.
///
/// It is what a configuration has in the place of a credential storage: the one object that every copy of a
/// configuration shares, that a session holds as long as it lives, and that nobody asks for anything here. Where a task
/// lives its session does, so a class never serves two stubs at once.
// Unchecked only because its superclass is; what it adds is constant.
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
        // FoundationNetworking traps with a cache when a task is cancelled near its completion.
        configuration.urlCache = nil
        return configuration
    }
}
