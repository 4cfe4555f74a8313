import Foundation
import Tern

/// A list of responses that a stub gives in order.
///
/// ```swift
/// let script = StubScript([.status(401), .json(user)])
/// let github = Provider<GitHub>.stub { _ in script.next() }
/// ```
///
/// A call after the end of the script fails with `TernError.Code.missingSample` and is a finding of the journal. A
/// response that is never requested is a finding, too.
public final class StubScript: Sendable {
    private let name: String
    private let source: SourcePlace
    private let answers: [SampleResponse]
    private let last: SampleResponse?
    private let journal: Journal?
    private let stub: Int?
    /// `nil` for the script of a rule, because the provider of the rule has an owner.
    private let owner: TestOwner?
    private let asked = Locked(0)

    /// - Parameters:
    ///   - answers: The responses, each used once, in this order.
    ///   - last: The response to every further call. `nil` by default.
    ///   - journal: The journal that counts the uses. ``Journal/current``, that of the running test, by default.
    public convenience init(
        _ answers: [SampleResponse],
        thenForever last: SampleResponse? = nil,
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let owner = TestOwner(of: "The script", journal: journal, at: source)
        self.init("The script", answers, thenForever: last, journal: journal, owner: owner, at: source)
    }

    init(
        _ name: String,
        _ answers: [SampleResponse],
        thenForever last: SampleResponse?,
        journal: Journal?,
        owner: TestOwner? = nil,
        at source: SourcePlace
    ) {
        self.name = name
        self.answers = answers
        self.last = last
        self.journal = journal
        self.owner = owner
        self.source = source
        stub = journal?.add(stub: name, expectedUses: max(1, answers.count), at: source)
    }

    /// The next response. After the end of the script, a response that fails the call and explains why.
    public func next() -> SampleResponse {
        owner?.noteUse()
        let index = asked.withLock { asked in
            defer { asked += 1 }
            return asked
        }
        if let journal, let stub { journal.use(stub) }
        if index < answers.count { return answers[index] }
        if let last { return last }
        let reason = "\(name) (\(source)) has \(answers.count) responses, but this is request \(index + 1)."
        let advice = "Add a response, or end the script with `thenForever:`."
        journal?.report(Journal.Finding(.unmatchedRequest, "\(reason) \(advice)", at: source))
        return .networkError(TernError(.missingSample, reason: reason, advice: advice))
    }
}
