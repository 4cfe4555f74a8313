/// Prints a timeline as a line of text.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct MarblePrinter {
    /// The events of one time.
    private struct Moment {
        let tick: Int
        var marks: String

        /// The text. Its length in characters is the number of units that it takes.
        var text: String { marks.count == 1 ? marks : "(\(marks))" }
    }

    private var moments: [Moment] = []
    private var text = ""
    private var tick = 0

    private static let longest = 100_000

    /// - Parameter mark: Returns the text of a value.
    mutating func print<Value>(
        _ timeline: EventTimeline<Value>,
        unit: Duration?,
        mark: (Value) -> String
    ) throws(TestKitError) -> String {
        for event in timeline {
            guard let tick = event.time.ticks(unit: unit) else {
                throw Self.error("\(event) isn't at a whole number of units. Use a smaller unit.")
            }
            guard moments.last.map({ $0.tick <= tick }) ?? true else {
                throw Self.error("\(event) is earlier than the event before it.")
            }
            let mark = try Self.mark(of: event, mark)
            if moments.last?.tick == tick {
                moments[moments.count - 1].marks += mark
            } else {
                moments.append(Moment(tick: tick, marks: mark))
            }
        }
        return try write()
    }

    // MARK: - Private

    private static func mark<Value>(
        of event: TimelineEvent<Value>,
        _ mark: (Value) -> String
    ) throws(TestKitError) -> String {
        switch event {
        case .completed: return "|"
        case .failed: return "#"
        case .next(_, let value):
            let mark = mark(value)
            guard mark.count == 1, mark != " ", !"-()^|#".contains(mark) else {
                throw error("the value of \(event) must be one character without a special meaning.")
            }
            return mark
        }
    }

    private mutating func write() throws(TestKitError) -> String {
        let (first, last) = (moments.first?.tick ?? 0, moments.last?.tick ?? 0)
        guard first > -Self.longest, last < Self.longest else {
            throw Self.error("it would have more than \(Self.longest) characters. Use a greater unit.")
        }
        let showsBeginning = first < 0
        tick = min(0, first)
        for moment in moments {
            pass(until: moment.tick, showsBeginning)
            let next = tick + moment.text.count
            let hidesBeginning = showsBeginning && tick <= 0 && next > 0
            guard tick == moment.tick, !hidesBeginning else {
                throw Self.error("there is no room for “\(moment.text)” at \(moment.tick). Use a smaller unit.")
            }
            text += moment.text
            tick = next
        }
        if showsBeginning { pass(until: 1, showsBeginning) }
        return text
    }

    private mutating func pass(until end: Int, _ showsBeginning: Bool) {
        while tick < end {
            text += showsBeginning && tick == 0 ? "^" : "-"
            tick += 1
        }
    }

    private static func error(_ message: String) -> TestKitError {
        TestKitError(.notPrintable, "The timeline can't be printed as marbles: " + message)
    }
}
