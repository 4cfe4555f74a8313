/// The events of a sequence in order, written in a test or recorded.
///
/// ```swift
/// let models = scheduler.record(viewModel.models)
/// try await scheduler.advance(to: 20)
/// #expect(models.events == [.next(0, .loading), .next(3, .loaded), .completed(20)])
/// ```
///
/// ``init(marbles:errors:)`` reads a timeline from a line of text.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
public struct EventTimeline<Value: Sendable>: Sendable {
    private var events: [TimelineEvent<Value>]

    /// Creates a timeline of these events, in this order.
    public init(_ events: some Sequence<TimelineEvent<Value>>) {
        self.events = Array(events)
    }

    /// The values of the events, without the end of the sequence.
    public var values: [Value] { events.compactMap(\.value) }

    mutating func append(_ event: TimelineEvent<Value>) {
        events.append(event)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension EventTimeline: RandomAccessCollection {
    public var startIndex: Int { events.startIndex }
    public var endIndex: Int { events.endIndex }

    public subscript(index: Int) -> TimelineEvent<Value> { events[index] }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension EventTimeline: ExpressibleByArrayLiteral {
    public init(arrayLiteral events: TimelineEvent<Value>...) {
        self.init(events)
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension EventTimeline: Equatable where Value: Equatable {}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension EventTimeline: CustomStringConvertible {
    /// One event per line, in the syntax of a test.
    public var description: String {
        if events.isEmpty { return "[]" }
        return "[\n" + events.map { "    \($0),\n" }.joined() + "]"
    }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension EventTimeline: CustomReflectable {
    public var customMirror: Mirror { Mirror(self, unlabeledChildren: events, displayStyle: .collection) }
}
