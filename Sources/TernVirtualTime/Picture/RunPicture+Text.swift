import Foundation

extension RunPicture {
    private static let width = 100
    private static let laneLimit = 6
    private static let callLimit = 3
    private static let labelWidth = 20
    private static let cellWidth = 4
    /// The minimum width of the column with the activity of a task at the end.
    private static let activityWidth = 44

    private struct Column {
        let time: Int
        let width: Int
    }

    /// The picture in at most 12 lines of at most 100 characters.
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

    private func heading(_ shown: [Lane]) -> String {
        let count = lanes.keys.filter { $0 > 0 }.count
        let hidden = lanes.count - shown.count
        return "\(count) task\(count == 1 ? "" : "s") until \(now.brief)"
            + (hidden > 0 ? ", \(hidden) of them not shown" : "")
            + (lost > 0 ? "; the first \(lost) steps are omitted" : "")
    }

    /// The tasks in the order of their lines. Tasks that have not ended come first, because a failure concerns them.
    /// Then come the tasks that ran last.
    private var shownLanes: [Lane] {
        let open = lanes.values.filter { $0.activity != nil }.sorted { $0.number < $1.number }
        let ended = lanes.values.filter { $0.activity == nil }.sorted {
            ($0.lastStep, $1.number) > ($1.lastStep, $0.number)
        }
        return (open + ended).prefix(Self.laneLimit).sorted { $0.number < $1.number }
    }

    /// The columns of the latest times, as many as fit.
    private func columns(of lanes: [Lane], width: Int) -> [Column] {
        func columns(withLabels: Bool) -> [Column] {
            times.indices.map { time in
                let steps = lanes.map { Self.steps(of: $0, at: time).count }.max() ?? 0
                let label = withLabels ? times[time].brief.count + 1 : 0
                return Column(time: time, width: max(steps + 1, label))
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
            let isCut = index == 0 && column.time > 0
            let label = (isCut ? "… " : "") + times[column.time].brief
            if text.isEmpty || text.count < position { text = Self.padded(text, position) + label }
            position += column.width
        }
        return text
    }

    private func cell(of lane: Lane, _ column: Column) -> String {
        Self.padded(Self.steps(of: lane, at: column.time), column.width, with: lane.waits[column.time]?.rawValue ?? " ")
    }

    private static func steps(of lane: Lane, at time: Int) -> String {
        let steps = lane.steps[time] ?? ""
        return steps.count <= cellWidth ? steps : steps.prefix(1) + "…" + steps.suffix(cellWidth - 2)
    }

    /// The lines for the calls without a response, and then for the latest calls.
    private var callLines: [String] {
        let ordered =
            calls.enumerated().filter { $0.element.end == nil }
            + calls.enumerated().filter { $0.element.end != nil }.reversed()
        let shown = ordered.prefix(Self.callLimit).sorted { $0.offset < $1.offset }.map(\.element)
        return shown.map { call in
            let lane = lanes[call.task]?.label ?? "other code"
            let time = call.end.map { $0 == call.start ? "at \($0.brief)" : "\(call.start.brief) to \($0.brief)" }
            let head = "\(lane.shortened(to: Self.labelWidth)), \(time ?? "since \(call.start.brief)"): "
            let tail = " -> \(call.outcome ?? "no response")"
            return head + call.request.shortened(to: Self.width - head.count - tail.count) + tail
        }
    }

    private var legend: String {
        Symbol.allCases.filter(symbols.contains).map { "\($0.rawValue) \($0.words)" }.joined(separator: "  ")
    }

    private static func padded(_ text: String, _ width: Int, with fill: Character = " ") -> String {
        text + String(repeating: fill, count: max(0, width - text.count))
    }

    private static func line(_ text: String) -> String {
        String(text.shortened(to: width).reversed().drop { $0 == " " }.reversed())
    }
}

extension Duration {
    /// The duration in seconds, such as `1.5 s`.
    fileprivate var brief: String {
        let digits = String(format: "%.9f", self / .seconds(1)).reversed().drop { $0 == "0" }
        return String((digits.first == "." ? digits.dropFirst() : digits).reversed()) + " s"
    }
}

extension String {
    /// The text with at most this number of characters. If it was shortened, the last character is `…`.
    fileprivate func shortened(to count: Int) -> String {
        self.count <= count ? self : prefix(max(0, count - 1)) + "…"
    }
}
