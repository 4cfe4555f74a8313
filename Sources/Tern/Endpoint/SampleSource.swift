/// Where a stubbed call gets its sample from, and when.
///
/// A sample itself can't be compared without making it, and making it can count as a use of a script. An endpoint's sample is
/// made for its target, so calls have the same sample if their targets are equal: by `==` where the target is `Equatable`,
/// or else case by case and property by property. A target that holds something which can't be compared, such as a closure,
/// equals no other.
final class SampleSource: Equatable, Sendable {
    private let target: any TargetType
    private let delay: Duration

    init(target: any TargetType, delay: Duration) {
        self.target = target
        self.delay = delay
    }

    static func == (lhs: SampleSource, rhs: SampleSource) -> Bool {
        lhs === rhs || lhs.delay == rhs.delay && areEqual(lhs.target, rhs.target)
    }

    private static func areEqual(_ one: Any, _ other: Any) -> Bool {
        guard type(of: one) == type(of: other) else { return false }
        // What a task holds is in the request, which is compared, too.
        if one is HTTPTask { return true }
        if let one = one as? any Equatable { return one.isEqual(to: other) }
        let (first, second) = (Mirror(reflecting: one), Mirror(reflecting: other))
        guard let style = first.displayStyle, first.children.count == second.children.count else { return false }
        if style == .class { return one as AnyObject === other as AnyObject }
        // A case without associated values has no children, only a name.
        if style == .enum, first.children.isEmpty { return String(describing: one) == String(describing: other) }
        return zip(first.children, second.children).allSatisfy {
            $0.label == $1.label && areEqual($0.value, $1.value)
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}
