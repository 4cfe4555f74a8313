import Foundation
import Tern

/// The responses of a stubbed provider for one case.
///
/// ```swift
/// let github = Provider<GitHub>.stub(
///     .on(.user("octocat"), .json(User(login: "octocat"))),                       // every time
///     .on(.user("ghost"), .status(404)),
///     .on(.repositories, .inOrder(.status(401), .json([tern]))),                  // once each
///     .on(.zen, .inOrder(.status(503), thenForever: .sample(.text("Design for failure.")))),
///     .on(.me) { $0.headers["Authorization"] == "Bearer new" ? .json(me) : .status(401) },
///     .otherwise(.status(404))                                                    // all other cases
/// )
/// ```
///
/// The journal reports these findings: a rule that is never used, except `.otherwise`, a response that is never
/// requested, two rules for one case, and a case without a rule.
public struct StubRule<Target: TargetType>: Sendable {
    let entries: [ResponderTable.Entry]

    /// The response to every request for a call. Its value has the type of the call's value.
    public static func on<Value>(
        _ call: Call<Target, Value>,
        _ response: StubResponse<Value>,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRule {
        on(case: call.target, response.sample(call.keyPath, call.decoder), filePath: filePath, line: line)
    }

    /// The response to every request for a call, from a closure that receives the request. Its value has the type of
    /// the call's value.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Makes the response to a request, once for each attempt. The request has the fields that plugins
    ///     have added, and a body in memory. It may suspend. An error that the closure throws is a finding, and the
    ///     attempt fails with it.
    public static func on<Value>(
        _ call: Call<Target, Value>,
        filePath: String = #filePath,
        line: Int = #line,
        response:
            nonisolated(nonsending) @escaping @Sendable (_ request: RecordedRequest) async throws -> StubResponse<Value>
    ) -> StubRule {
        let (keyPath, decoder) = (call.keyPath, call.decoder)
        return on(case: call.target, filePath: filePath, line: line) {
            try await response($0).sample(keyPath, decoder)
        }
    }

    /// The response to every request for the case.
    public static func on(
        case target: Target,
        _ response: SampleResponse,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRule {
        StubRule(target.innermost, .sample(response), at: SourcePosition(filePath: filePath, line: line))
    }

    /// The response to every request for the case, from a closure that receives the request. See
    /// ``on(_:filePath:line:response:)``.
    public static func on(
        case target: Target,
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping Responder
    ) -> StubRule {
        StubRule(target.innermost, .responder(response), at: SourcePosition(filePath: filePath, line: line))
    }

    /// The response to every request that no other rule matches, regardless of the order of the rules. It may be
    /// unused.
    public static func otherwise(
        _ response: SampleResponse,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRule {
        StubRule(entries: [.others(.sample(response), at: SourcePosition(filePath: filePath, line: line))])
    }

    /// The response to every request that no other rule matches, from a closure that receives the request with its
    /// case, `RecordedRequest.target`. See ``on(_:filePath:line:response:)``.
    public static func otherwise(
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping Responder
    ) -> StubRule {
        StubRule(entries: [.others(.responder(response), at: SourcePosition(filePath: filePath, line: line))])
    }

    /// Several rules as one, for rules that are made in a loop: `.all((1...3).map { .on(.user($0), .status(404)) })`.
    public static func all(_ rules: [StubRule]) -> StubRule {
        StubRule(entries: rules.flatMap(\.entries))
    }

    /// A rule `.on(case:)` for each entry of a dictionary literal. An entry is one case with its arguments.
    public static func all(
        _ responses: KeyValuePairs<Target, SampleResponse>,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRule {
        all(responses.map { on(case: $0.key, $0.value, filePath: filePath, line: line) })
    }
}

extension StubRule {
    private init(_ target: any TargetType, _ answer: ResponderTable.Answer, at source: SourcePosition) {
        let entry = ResponderTable.Entry(
            name: "The rule for \(targetName(of: target))",
            matcher: .success(.target(target)),
            answer: answer,
            source: source
        ) { target.requestLine(shownBy: $0) }
        self.init(entries: [entry])
    }
}

extension StubRule: CustomStringConvertible, TextReflectable {
    /// The request of the case, with credentials redacted, and its response.
    public var description: String {
        entries.map { entry in
            switch entry.answer {
            case .sample(let sample): "\(entry.text(.default)): \(sample)"
            case .responder: "\(entry.text(.default)): a closure"
            }
        }.joined(separator: "; ")
    }
}
