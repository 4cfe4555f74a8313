import Foundation
import Tern

/// The responses of a stubbed provider for one case.
///
/// ```swift
/// let github = Provider<GitHub>.stub(
///     .on(.user("octocat"), .json(User(login: "octocat"))),                       // every time
///     .on(.user("ghost"), .status(404)),
///     .on(.repositories, inOrder: [.status(401), .json([tern])]),                 // once each
///     .on(.zen, inOrder: [.status(503)], thenForever: .sample(.text("Design for failure.")))
/// )
/// ```
///
/// These are findings of the journal: a rule that is never used, a response that is never requested, two rules for one
/// case, and a case without a rule.
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

    /// Gives every call the same response.
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

    /// Gives each call the next response, and every further call the last response.
    ///
    /// - Parameter last: The response after the list has ended. `nil` by default: then a further call is a finding.
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

    /// Gives every request for the case the same response.
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

    /// Whether the rule is for this case with these arguments.
    func matches(_ other: Target) -> Bool { target.isSameCase(as: other) }

    /// The request as text, for messages.
    var line: String { target.requestLine }

    func script(in journal: Journal?) -> StubScript {
        StubScript("The rule for \(targetName(of: target))", answers, thenForever: last, journal: journal, at: source)
    }
}
