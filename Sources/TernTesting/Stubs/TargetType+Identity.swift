import Foundation
import Tern

extension TargetType {
    /// Whether another target is the same case with the same arguments.
    func isSameCase(as other: any TargetType) -> Bool {
        if let target = self as? any Equatable { return target.isEqual(to: other) }
        // A case that can't be compared is what it says of itself, and the request that it makes.
        return String(reflecting: self) == String(reflecting: other) && requestLine == other.requestLine
    }

    /// The request that it makes, as people read it.
    var requestLine: String {
        (try? Redaction.line(of: Endpoint(self).request())) ?? targetName(of: self)
    }
}

extension Equatable {
    fileprivate func isEqual(to other: any TargetType) -> Bool { self == other as? Self }
}
