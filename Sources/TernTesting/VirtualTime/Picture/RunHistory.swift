import Tern

/// A run in the form in which it is drawn. Each task has a lane, and each step has a slot, in the order of the run.
struct RunHistory: Sendable {
    /// A time at which at least one step ran. Many steps often have the same time.
    struct Instant: Sendable {
        let time: Duration
        let firstSlot: Int
    }

    enum Symbol: Sendable, Hashable, CaseIterable {
        case ran, ranOnMainActor, sent, received, ended
    }

    struct Mark: Sendable {
        let slot: Int
        let symbol: Symbol
        let text: String
    }

    /// The time between two runs of a task.
    struct Wait: Sendable {
        let start: Int
        /// The slot in which the task ran again.
        let end: Int
        let isSleep: Bool
        let text: String
    }

    struct Lane: Sendable {
        let number: Int
        let label: String
        var marks: [Mark] = []
        var waits: [Wait] = []
        /// The activity of the task at the end of the run. `nil` if it has ended.
        var activity: String?
    }

    struct Call: Sendable {
        let task: Int
        let start: Duration
        let startSlot: Int
        /// The method and the redacted URL.
        var request = "no request yet"
        /// The status or the error code.
        var outcome: String?
        var end: Duration?
        var endSlot: Int?
    }

    let now: Duration
    /// The number of steps that the log has lost.
    let lost: Int
    let instants: [Instant]
    let slotCount: Int
    /// The lanes, in the order of the numbers of their tasks.
    let lanes: [Lane]
    /// The calls, in the order in which they began.
    let calls: [Call]

    /// The slots of an instant. Every instant has at least one slot.
    func slots(ofInstant index: Int) -> Range<Int> {
        instants[index].firstSlot..<(index + 1 < instants.count ? instants[index + 1].firstSlot : slotCount)
    }
}

extension Duration {
    /// The duration in a suitable unit: `0 s`, `1.5 s`, `250 ms`, `1 h 5 min`.
    var brief: String {
        let (seconds, attoseconds) = (abs(components.seconds), abs(components.attoseconds))
        let sign = self < .zero ? "-" : ""
        guard seconds == 0, attoseconds > 0 else {
            guard attoseconds == 0, seconds >= 60, seconds % 60 == 0 else {
                return sign + Self.decimal(seconds, attoseconds, 18) + " s"
            }
            let (hours, minutes) = (seconds / 3_600, seconds / 60 % 60)
            let parts = [hours > 0 ? "\(hours) h" : nil, minutes > 0 ? "\(minutes) min" : nil]
            return sign + parts.compactMap { $0 }.joined(separator: " ")
        }
        let units: [(name: String, digits: Int, size: Int64)] = [
            ("ms", 15, 1_000_000_000_000_000), ("µs", 12, 1_000_000_000_000), ("ns", 9, 1_000_000_000),
        ]
        let unit = units.first { attoseconds >= $0.size } ?? units[2]
        return sign + Self.decimal(attoseconds / unit.size, attoseconds % unit.size, unit.digits) + " " + unit.name
    }

    /// A decimal number with at most six digits after the point.
    private static func decimal(_ whole: Int64, _ fraction: Int64, _ digits: Int) -> String {
        let text = "\(fraction)"
        let padded = (String(repeating: "0", count: max(0, digits - text.count)) + text).prefix(6)
        let trimmed = String(padded.reversed().drop { $0 == "0" }.reversed())
        return trimmed.isEmpty ? "\(whole)" : "\(whole).\(trimmed)"
    }
}

extension String {
    /// The text on one line, without characters that control a terminal, an XML document or the direction of the text.
    var printable: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map { scalar in
                    switch scalar.properties.generalCategory {
                    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: "\u{FFFD}"
                    default: scalar
                    }
                }
            )
        )
    }

    /// The text with at most this number of characters. If it was shortened, the last character is `…`.
    func shortened(to count: Int) -> String {
        self.count <= count ? self : prefix(max(0, count - 1)) + "…"
    }
}
