import Foundation
import Tern

/// The responses of a stubbed provider for one case.
///
/// ```swift
/// let github = Provider<GitHub>.stub(
///     .on(.user("octocat"), .json(User(login: "octocat"))),                       // every time
///     .on(.user("ghost"), .status(404)),
///     .on(.repositories, .inOrder(.status(401), .json([tern]))),                  // once each
///     .on(.zen, .inOrder(.status(503), thenForever: .sample(.text("Design for failure."))))
/// )
/// ```
///
/// The journal reports these findings: a rule that is never used, a response that is never requested, two rules for one
/// case, and a case without a rule.
public struct StubRule<Target: TargetType>: Sendable {
    let target: Target
    let sample: SampleResponse
    let source: SourcePosition

    private init(_ target: Target, _ sample: SampleResponse, at source: SourcePosition) {
        self.target = target
        self.sample = sample
        self.source = source
    }

    /// The response to every request for a call. Its value has the type of the call's value.
    public static func on<Value>(
        _ call: Call<Target, Value>,
        _ response: StubResponse<Value>,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubRule {
        let source = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
        return StubRule(call.target, response.sample(call.keyPath), at: source)
    }

    /// The response to every request for the case.
    public static func on(
        case target: Target,
        _ response: SampleResponse,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubRule {
        StubRule(target, response, at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column))
    }

    /// Whether the rule applies to this case with these arguments.
    func matches(_ other: Target) -> Bool { target.isSameCase(as: other) }

    /// The request as text, for messages.
    var line: String { target.requestLine }
}

extension StubRule: CustomStringConvertible, CustomReflectable {
    /// The request of the case, with credentials redacted, and its response.
    public var description: String { "\(line): \(sample)" }

    public var customMirror: Mirror { Mirror(self, children: ["rule": description], displayStyle: .struct) }
}
