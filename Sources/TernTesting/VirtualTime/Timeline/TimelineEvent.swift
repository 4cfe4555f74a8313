/// What a sequence does at some time: it hands out a value, or it ends.
///
/// Equal are events of the same kind and time, with equal values. Errors are equal if they are `TernError`s with the same
/// code, or else of the same type and with the same description.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public enum TimelineEvent<Value: Sendable>: Sendable {
    /// `next()` returned a value.
    case next(VirtualTime, Value)
    /// `next()` returned `nil`.
    case completed(VirtualTime)
    /// `next()` threw.
    case failed(VirtualTime, any Error)

    public var time: VirtualTime {
        switch self {
        case .next(let time, _), .completed(let time), .failed(let time, _): time
        }
    }

    /// `nil` for an end.
    public var value: Value? {
        if case .next(_, let value) = self { value } else { nil }
    }

    /// Whether nothing can follow.
    public var isEnd: Bool {
        if case .next = self { false } else { true }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension TimelineEvent: Equatable where Value: Equatable {
    public static func == (one: TimelineEvent, other: TimelineEvent) -> Bool {
        guard one.time == other.time else { return false }
        return switch (one, other) {
        case (.next(_, let one), .next(_, let other)): one == other
        case (.completed, .completed): true
        case (.failed(_, let one), .failed(_, let other)): ErrorText(one) == ErrorText(other)
        default: false
        }
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension TimelineEvent: CustomStringConvertible {
    /// As in a test: `.next(10, "b")`.
    public var description: String {
        switch self {
        case .next(let time, let value): ".next(\(time), \(Self.text(of: value)))"
        case .completed(let time): ".completed(\(time))"
        case .failed(let time, let error): ".failed(\(time), \(ErrorText(error).text))"
        }
    }

    /// Text in quotes, everything else as it describes itself.
    private static func text(of value: Value) -> String {
        switch value {
        case is String, is Substring, is Character: String(reflecting: value)
        default: String(describing: value)
        }
    }
}
