import Foundation
import Tern

extension Provider {
    /// A copy of this provider that records its calls into a journal. It works with every transport: a stub, a session
    /// or a real transport. If this provider already records into a journal, the copy records only into the new
    /// journal.
    ///
    /// - Parameters:
    ///   - journal: The journal that records the calls. By default ``Journal/current``, the journal of the running
    ///     test. If `nil`, the calls aren't recorded.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public func recorded(
        in journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        recorded(in: journal, at: SourcePosition(filePath: filePath, line: line))
    }

    func recorded(in journal: Journal?, at source: SourcePosition) -> Provider {
        guard let journal else { return self }
        let owner = TestOwner(of: "The provider of \(Target.self)", journal: journal, at: source)
        return observed(by: JournalRecorder(journal: journal, source: source, owner: owner))
    }
}

/// Records the events of a provider's calls into a journal.
private final class JournalRecorder: ExchangeObserver {
    private struct Call {
        /// Its number in the journal.
        let number: Int
        let isMisused: Bool
        var hasEnded = false
    }

    private let journal: Journal
    private let source: SourcePosition
    private let owner: TestOwner
    /// The calls by their ids. They stay after their end: a plugin that has kept `next` can send the request later.
    private let calls = Locked<[Int: Call]>([:])

    init(journal: Journal, source: SourcePosition, owner: TestOwner) {
        self.journal = journal
        self.source = source
        self.owner = owner
    }

    func observe(_ event: ExchangeEvent, of context: RequestContext) {
        if case .began = event {
            let isMisused = owner.noteUse()
            let number = journal.begin(targetName(of: context.target), at: source, isMisused: isMisused)
            calls.withLock { $0[context.id] = Call(number: number, isMisused: isMisused) }
        }
        guard let call = calls.withLock({ $0[context.id] }) else { return }
        // The body of a streamed response arrives after the end of its call.
        if call.hasEnded, case .received = event { return }
        let number = call.number
        if case .cancelled = event { journal.cancel(number) }
        if case .sentBody(let body) = event {
            return journal.add(body: body, toRequestOf: number, attempt: context.attempt)
        }
        if let kind = Self.kind(of: event, in: context) {
            journal.record(kind, call: number, attempt: context.attempt)
        }
        if case .sent = event, call.hasEnded, !call.isMisused, journal.isClosed {
            journal.report(Journal.Finding(late: targetName(of: context.target), testName: journal.name, at: source))
        }
        if case .ended(.failure(let error)) = event, error.code == .missingSample {
            journal.report(Journal.Finding(.unmatchedRequest, error.reasonAndAdvice, at: source))
        }
        if case .ended = event {
            calls.withLock { $0[context.id]?.hasEnded = true }
            journal.end(number)
        }
    }

    private static func kind(of event: ExchangeEvent, in context: RequestContext) -> Journal.Event.Kind? {
        switch event {
        case .began: .began(target: context.target)
        case .sent(let request): .sent(RecordedRequest(request, target: context.target))
        // The body is added to the preceding `sent` event.
        case .sentBody: nil
        case .redirected(let status, let request):
            .redirected(status: status, to: RecordedRequest(request, target: context.target))
        case .received(let bytes): .received(bytes: bytes)
        case .cached(let status): .cached(status)
        case .responded(let status, let headers): .responded(status: status, headers: headers)
        case .failed(let code): .failed(code)
        case .cancelled: .cancelled
        case .ended(.success(let response)): .ended(.response(status: response.statusCode))
        case .ended(.failure(let error)): .ended(.failure(error.code))
        }
    }
}
