import Foundation
import Tern

extension TargetType {
    /// Whether another target is the same case with the same arguments.
    func isSameCase(as other: any TargetType) -> Bool {
        if let target = self as? any Equatable { return target.isEqual(to: other) }
        // Cases that can't be compared are equal if their reflected texts and their requests are equal.
        return String(reflecting: self) == String(reflecting: other)
            && RequestDifference(between: self, and: other).isEmpty
    }

    /// The request of the target as text, for messages.
    ///
    /// - Parameter rules: The rules of the call's request. Without a call, only the default rules are known.
    func requestLine(shownBy rules: Redaction = .default) -> String {
        guard var request = try? Endpoint(self).request() else { return targetName(of: self) }
        request.redaction = rules
        return "\(request)"
    }
}

extension Equatable {
    fileprivate func isEqual(to other: any TargetType) -> Bool { self == other as? Self }
}
