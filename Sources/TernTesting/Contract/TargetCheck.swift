import Foundation
import Tern

/// One case of a target, and the check of its sample: see `Provider.lint(…)`.
public struct TargetCheck<Target: TargetType>: Sendable {
    package let target: Target
    /// The type of the value. `nil` if the body isn't decoded.
    let value: String?
    package let source: SourcePosition
    let ask: @Sendable (Provider<Target>) async throws(TernError) -> Void

    /// Checks that the sample decodes as the value of the call.
    public static func call<Value>(
        _ call: Call<Target, Value>,
        filePath: String = #filePath,
        line: Int = #line
    ) -> TargetCheck {
        let source = SourcePosition(filePath: filePath, line: line)
        return TargetCheck(target: call.target, value: "\(Value.self)", source: source) { provider throws(TernError) in
            _ = try await provider.value(call)
        }
    }

    /// Checks that the case has a sample and that the target's validation accepts it.
    public static func `case`(
        _ target: Target,
        filePath: String = #filePath,
        line: Int = #line
    ) -> TargetCheck {
        let source = SourcePosition(filePath: filePath, line: line)
        return TargetCheck(target: target, value: nil, source: source) { provider throws(TernError) in
            _ = try await provider.request(target)
        }
    }
}

extension TargetCheck: CustomReflectable {
    /// The name of the target, without its arguments, and the place of the check.
    public var customMirror: Mirror {
        Mirror(self, children: ["target": targetName(of: target), "source": source], displayStyle: .struct)
    }
}
