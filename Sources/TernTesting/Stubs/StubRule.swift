import Foundation
import Tern

/// What a stubbed provider answers to one case.
///
/// ```swift
/// let github = Provider<GitHub>.stub(
///     .on(.user("octocat"), .json(User(login: "octocat"))),                       // for ever
///     .on(.user("ghost"), .status(404)),
///     .on(.repositories, inOrder: [.status(401), .json([tern])]),                 // once each
///     .on(.zen, inOrder: [.status(503)], thenForever: .sample(.text("Design for failure.")))
/// )
/// ```
///
/// A rule that nobody asked for, an answer that is left over, two rules for one case and a case without a rule are
/// findings of the journal.
public struct StubRule<Target: TargetType>: Sendable {
    let target: Target
    let source: SourcePlace
    private let answers: [SampleResponse]
    private let last: SampleResponse?

    private init(_ target: Target, _ answers: [SampleResponse], last: SampleResponse?, _ source: SourcePlace) {
        self.target = target
        self.answers = answers
        self.last = last
        self.source = source
    }

    /// Answers a call in the same way whenever it is made.
    public static func on<Value>(
        _ call: Call<Target, Value>,
        _ answer: StubAnswer<Value>,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubRule {
        on(
            call,
            inOrder: [],
            thenForever: answer,
            fileID: fileID,
            filePath: filePath,
            line: line,
            column: column
        )
    }

    /// Answers a call once with each answer, and from then on with the last.
    ///
    /// - Parameter last: Nothing by default: to ask once more is a finding then.
    public static func on<Value>(
        _ call: Call<Target, Value>,
        inOrder answers: [StubAnswer<Value>],
        thenForever last: StubAnswer<Value>? = nil,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubRule {
        StubRule(
            call.target,
            answers.map { $0.sample(call.keyPath) },
            last: last?.sample(call.keyPath),
            SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Answers a case in the same way whenever it is asked for.
    public static func on(
        case target: Target,
        _ answer: SampleResponse,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubRule {
        StubRule(
            target,
            [],
            last: answer,
            SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// Whether it is a rule for this case with these arguments.
    func matches(_ other: Target) -> Bool { target.isSameCase(as: other) }

    /// The request, as people read it.
    var line: String { target.requestLine }

    func script(in journal: Journal?) -> StubScript {
        StubScript("The rule for \(targetName(of: target))", answers, thenForever: last, journal: journal, at: source)
    }
}
