/// An event of a sequence at a time: a value, the completion, or a failure.
///
/// Events are equal if they have the same kind, the same time and equal values. Errors are equal if they are
/// `TernError`s with the same code; otherwise, if they have the same type and the same description.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public enum TimelineEvent<Value: Sendable>: Sendable {
    /// `next()` returned a value.
    case next(VirtualTime, Value)
    /// `next()` returned `nil`.
    case completed(VirtualTime)
    /// `next()` threw an error.
    case failed(VirtualTime, any Error)

    /// The time of the event.
    public var time: VirtualTime {
        switch self {
        case .next(let time, _), .completed(let time), .failed(let time, _): time
        }
    }

    /// The value. `nil` for a completion or a failure.
    public var value: Value? {
        if case .next(_, let value) = self { value } else { nil }
    }

    /// Whether the event ends the sequence.
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
    /// The event in the syntax of a test: `.next(10, "b")`.
    public var description: String {
        switch self {
        case .next(let time, let value): ".next(\(time), \(Self.text(of: value)))"
        case .completed(let time): ".completed(\(time))"
        case .failed(let time, let error): ".failed(\(time), \(ErrorText(error).text))"
        }
    }

    /// A text in quotation marks, or the description of any other value.
    private static func text(of value: Value) -> String {
        switch value {
        case is String, is Substring, is Character: String(reflecting: value)
        default: String(describing: value)
        }
    }
}
