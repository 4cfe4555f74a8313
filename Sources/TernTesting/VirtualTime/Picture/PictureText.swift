/// The short text of a picture: at most 12 lines of at most 100 characters.
struct PictureText {
    private static let width = 100
    private static let laneLimit = 6
    private static let callLimit = 3
    private static let labelWidth = 20
    private static let cellWidth = 4
    /// The minimum width of the column with the activity of a task at the end.
    private static let activityWidth = 44

    private struct Column {
        let instant: Int
        let width: Int
    }

    let history: RunHistory

    var text: String {
        let lanes = shownLanes
        let label = min(Self.labelWidth, lanes.map(\.label.count).max() ?? 0)
        let hasActivity = lanes.contains { $0.activity != nil }
        let columns = columns(of: lanes, width: Self.width - label - 4 - (hasActivity ? Self.activityWidth : 0))
        let rows = lanes.map { lane in
            let cells = columns.map { cell(of: lane, $0) }.joined()
            return Self.padded(lane.label.shortened(to: label), label) + "  " + cells + "  " + (lane.activity ?? "")
        }
        let axis = String(repeating: " ", count: label + 2) + axis(columns)
        return ([heading(lanes), axis] + rows + callLines + [legend]).map(Self.line).joined(separator: "\n")
    }

    // MARK: - Private

    private func heading(_ lanes: [RunHistory.Lane]) -> String {
        let count = history.lanes.filter { $0.number > 0 }.count
        let hidden = history.lanes.count - lanes.count
        return "\(count) task\(count == 1 ? "" : "s") until \(history.now.brief)"
            + (hidden > 0 ? ", \(hidden) of them not shown" : "")
            + (history.lost > 0 ? "; the first \(history.lost) steps are omitted" : "")
    }

    /// The tasks in the order of their lines. Tasks that have not ended come first, because a failure concerns them.
    /// Then come the tasks that ran last.
    private var shownLanes: [RunHistory.Lane] {
        let ordered = history.lanes.sorted { one, other in
            guard (one.activity == nil) == (other.activity == nil) else { return one.activity != nil }
            let (end, otherEnd) = (one.marks.last?.slot ?? -1, other.marks.last?.slot ?? -1)
            return one.activity == nil && end != otherEnd ? end > otherEnd : one.number < other.number
        }
        return ordered.prefix(Self.laneLimit).sorted { $0.number < $1.number }
    }

    /// The columns of the latest instants, as many as fit.
    private func columns(of lanes: [RunHistory.Lane], width: Int) -> [Column] {
        func columns(withLabels: Bool) -> [Column] {
            history.instants.indices.map { index in
                let marks = lanes.map { symbols(of: $0, history.slots(ofInstant: index)).count }.max() ?? 0
                let label = withLabels ? history.instants[index].time.brief.count + 1 : 0
                return Column(instant: index, width: max(marks + 1, label))
            }
        }
        let wide = columns(withLabels: true)
        let all = wide.reduce(0) { $0 + $1.width } <= width ? wide : columns(withLabels: false)
        var used = 0
        let shown = all.reversed().prefix { column in
            used += column.width
            return used <= width
        }
        return shown.reversed()
    }

    /// The times of the columns for which there is room.
    private func axis(_ columns: [Column]) -> String {
        var (text, position) = ("", 0)
        for (index, column) in columns.enumerated() {
            let isCut = index == 0 && column.instant > 0
            let label = (isCut ? "… " : "") + history.instants[column.instant].time.brief
            if text.isEmpty || text.count < position { text = Self.padded(text, position) + label }
            position += column.width
        }
        return text
    }

    private func cell(of lane: RunHistory.Lane, _ column: Column) -> String {
        let slots = history.slots(ofInstant: column.instant)
        let end = slots.upperBound - 1
        let wait = lane.waits.last { $0.start <= end && $0.end > end }
        let fill: Character = wait.map { $0.isSleep ? "-" : "." } ?? " "
        return Self.padded(symbols(of: lane, slots), column.width, with: fill)
    }

    private func symbols(of lane: RunHistory.Lane, _ slots: Range<Int>) -> String {
        var text = ""
        for mark in lane.marks(in: slots) where text.last != mark.symbol.character {
            text.append(mark.symbol.character)
        }
        return text.count <= Self.cellWidth ? text : text.prefix(1) + "…" + text.suffix(Self.cellWidth - 2)
    }

    /// The lines for the calls without a response, and then for the latest calls.
    private var callLines: [String] {
        let ordered = history.calls.filter { $0.end == nil } + history.calls.filter { $0.end != nil }.reversed()
        let shown = ordered.prefix(Self.callLimit).sorted { $0.startSlot < $1.startSlot }
        return shown.map { call in
            let lane = history.lanes.first { $0.number == call.task }?.label ?? "other code"
            let time = call.end.map { $0 == call.start ? "at \($0.brief)" : "\(call.start.brief) to \($0.brief)" }
            let head = "\(lane.shortened(to: Self.labelWidth)), \(time ?? "since \(call.start.brief)"): "
            let tail = " -> \(call.outcome ?? "no response")"
            return head + call.request.shortened(to: Self.width - head.count - tail.count) + tail
        }
    }

    private var legend: String {
        let symbols = RunHistory.Symbol.allCases.filter { symbol in
            history.lanes.contains { $0.marks.contains { $0.symbol == symbol } }
        }
        let waits = history.lanes.flatMap(\.waits)
        let words =
            symbols.map { "\($0.character) \($0.words)" } + (waits.contains(where: \.isSleep) ? ["- sleeps"] : [])
            + (waits.contains { !$0.isSleep } ? [". waits"] : [])
        return words.joined(separator: "  ")
    }

    private static func padded(_ text: String, _ width: Int, with fill: Character = " ") -> String {
        text + String(repeating: fill, count: max(0, width - text.count))
    }

    private static func line(_ text: String) -> String {
        String(text.shortened(to: width).reversed().drop { $0 == " " }.reversed())
    }
}

extension RunHistory.Lane {
    /// The marks in these slots. The marks of a lane are in the order of their slots.
    func marks(in slots: Range<Int>) -> ArraySlice<RunHistory.Mark> {
        let start = marks.partitioningIndex { $0.slot >= slots.lowerBound }
        return marks[start...].prefix { $0.slot < slots.upperBound }
    }
}

extension Array {
    fileprivate func partitioningIndex(where isInSecondPart: (Element) -> Bool) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if isInSecondPart(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}

extension RunHistory.Symbol {
    var character: Character {
        switch self {
        case .ran: "#"
        case .ranOnMainActor: "@"
        case .sent: ">"
        case .received: "<"
        case .ended: "x"
        }
    }

    var words: String {
        switch self {
        case .ran: "runs"
        case .ranOnMainActor: "runs on the main actor"
        case .sent: "sends a request"
        case .received: "gets the response"
        case .ended: "ends"
        }
    }
}
