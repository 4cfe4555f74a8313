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
    enum Response: Sendable {
        case sample(SampleResponse)
        case closure(@Sendable (RecordedRequest) throws -> SampleResponse)
    }

    /// The case. `nil` for the rule of all other cases.
    let target: Target?
    let response: Response
    let source: SourcePosition

    init(_ target: Target?, _ response: Response, at source: SourcePosition) {
        self.target = target
        self.response = response
        self.source = source
    }

    /// The response to every request for a call. Its value has the type of the call's value.
    public static func on<Value>(
        _ call: Call<Target, Value>,
        _ response: StubResponse<Value>,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRule {
        StubRule(
            call.target,
            .sample(response.sample(call.keyPath, call.decoder)),
            at: SourcePosition(filePath: filePath, line: line)
        )
    }

    /// The response to every request for a call, from a closure that receives the request. Its value has the type of
    /// the call's value.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Makes the response to a request, once for each attempt. The request has the fields that plugins
    ///     have added, and a body in memory. An error that the closure throws is a finding, and the attempt fails with
    ///     it.
    public static func on<Value>(
        _ call: Call<Target, Value>,
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping @Sendable (_ request: RecordedRequest) throws -> StubResponse<Value>
    ) -> StubRule {
        let (keyPath, decoder) = (call.keyPath, call.decoder)
        return StubRule(
            call.target,
            .closure { try response($0).sample(keyPath, decoder) },
            at: SourcePosition(filePath: filePath, line: line)
        )
    }

    /// The response to every request for the case.
    public static func on(
        case target: Target,
        _ response: SampleResponse,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRule {
        StubRule(target, .sample(response), at: SourcePosition(filePath: filePath, line: line))
    }

    /// The response to every request for the case, from a closure that receives the request. See
    /// ``on(_:filePath:line:response:)``.
    public static func on(
        case target: Target,
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping @Sendable (_ request: RecordedRequest) throws -> SampleResponse
    ) -> StubRule {
        StubRule(target, .closure(response), at: SourcePosition(filePath: filePath, line: line))
    }

    /// The response to every request that no other rule matches, regardless of the order of the rules. It may be
    /// unused.
    public static func otherwise(
        _ response: SampleResponse,
        filePath: String = #filePath,
        line: Int = #line
    ) -> StubRule {
        StubRule(nil, .sample(response), at: SourcePosition(filePath: filePath, line: line))
    }

    /// The response to every request that no other rule matches, from a closure that receives the request with its
    /// case, `RecordedRequest.target`. See ``on(_:filePath:line:response:)``.
    public static func otherwise(
        filePath: String = #filePath,
        line: Int = #line,
        response: @escaping @Sendable (_ request: RecordedRequest) throws -> SampleResponse
    ) -> StubRule {
        StubRule(nil, .closure(response), at: SourcePosition(filePath: filePath, line: line))
    }

    /// Whether the rule is for this case with these arguments.
    func matches(_ other: Target) -> Bool { target?.isSameCase(as: other) ?? false }

    /// Whether the rule is for this case, with any arguments.
    func hasCase(of other: Target) -> Bool { target.map { targetName(of: $0) == targetName(of: other) } ?? false }

    /// Whether both rules are for the same case with the same arguments, or for all other cases.
    func isEquivalent(to other: StubRule) -> Bool { other.target.map(matches) ?? (target == nil) }

    /// The request as text, for messages.
    var line: String { line(shownBy: .default) }

    func line(shownBy rules: Redaction) -> String { target?.requestLine(shownBy: rules) ?? "otherwise" }
}

extension StubRule: CustomStringConvertible, TextReflectable {
    /// The request of the case, with credentials redacted, and its response.
    public var description: String {
        switch response {
        case .sample(let sample): "\(line): \(sample)"
        case .closure: "\(line): a closure"
        }
    }
}
