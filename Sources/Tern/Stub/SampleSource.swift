/// The source of a stubbed call's sample: its target and delay. In-flight sharing compares sources.
///
/// Samples themselves aren't compared. A comparison would have to make each sample, and making a sample can count as a
/// use of a sequence. Since a sample is made for a target, calls have the same sample if their targets are equal: by
/// `==` if the target is `Equatable`, otherwise by case and by each property. A target with a value that can't be
/// compared, such as a closure, is equal only to itself.
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
        // In-flight sharing also compares the requests, which contain the task's values.
        if one is HTTPTask { return true }
        if let one = one as? any Equatable { return one.isEqual(to: other) }
        let (first, second) = (Mirror(reflecting: one), Mirror(reflecting: other))
        guard let style = first.displayStyle, first.children.count == second.children.count else { return false }
        if style == .class { return one as AnyObject === other as AnyObject }
        // A case without associated values has only a name.
        if style == .enum, first.children.isEmpty { return String(describing: one) == String(describing: other) }
        return zip(first.children, second.children).allSatisfy {
            $0.label == $1.label && areEqual($0.value, $1.value)
        }
    }
}

extension Equatable {
    fileprivate func isEqual(to other: Any) -> Bool { self == other as? Self }
}
