import Foundation
import Tern

/// What is answered one time after another.
///
/// ```swift
/// let answers = StubScript([.status(401), .json(user)])
/// let github = Provider<GitHub>.stub { _ in answers.next() }
/// ```
///
/// A script that ends too early is a finding of the journal, and the call fails with `TernError.Code.missingSample`; an
/// answer that nobody asked for is a finding, too.
public final class StubScript: Sendable {
    private let name: String
    private let source: SourcePlace
    private let answers: [SampleResponse]
    private let last: SampleResponse?
    private let journal: Journal?
    private let stub: Int?
    /// `nil` for the script of a rule, whose provider has one.
    private let owner: TestOwner?
    private let asked = Locked(0)

    /// - Parameters:
    ///   - answers: Each answers once, in their order.
    ///   - last: Answers for ever after them. Nothing by default.
    ///   - journal: Where it is noted what was asked for. That of the test which runs, by default.
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

    /// The next answer; once the script is over, an error that says so.
    public func next() -> SampleResponse {
        owner?.noteUse()
        let index = asked.withLock { asked in
            defer { asked += 1 }
            return asked
        }
        if let journal, let stub { journal.use(stub) }
        if index < answers.count { return answers[index] }
        if let last { return last }
        let message = """
            \(name) (\(source)) has \(answers.count) answers, and was asked for \(index + 1). Add one, or end it with \
            `thenForever:`.
            """
        journal?.report(Journal.Finding(.unmatchedRequest, message, at: source))
        return .networkError(TernError(.missingSample, reason: message))
    }
}
