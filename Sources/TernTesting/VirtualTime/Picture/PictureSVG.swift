/// The whole picture as an SVG image. It needs no other file, and adapts to the light or dark appearance of its viewer.
struct PictureSVG {
    private static let slotWidth = 14
    private static let rowHeight = 24
    private static let top = 34
    /// The approximate width of a character.
    private static let characterWidth = 7.3
    private static let laneLimit = 200
    private static let callLimit = 200
    private static let labelLimit = 32
    private static let textLimit = 100

    private let history: RunHistory
    private let lanes: ArraySlice<RunHistory.Lane>
    private let calls: [RunHistory.Call]
    private let left: Int

    init(history: RunHistory) {
        self.history = history
        lanes = history.lanes.prefix(Self.laneLimit)
        let shown = Set(lanes.map(\.number))
        calls = Array(history.calls.lazy.filter { shown.contains($0.task) }.prefix(Self.callLimit))
        let label = lanes.map { min($0.label.count, Self.labelLimit) }.max() ?? 0
        left = Int(Double(label) * Self.characterWidth) + 24
    }

    var text: String {
        var (bands, rows, y, textEnd) = ([String](), [String](), Self.top, left + 400)
        for (index, lane) in lanes.enumerated() {
            let laneCalls = calls.filter { $0.task == lane.number }
            let height = Self.rowHeight * (1 + laneCalls.count)
            if index % 2 == 0 {
                bands.append(#"<rect class="band" x="0" y="\#(y)" width="100%" height="\#(height)"/>"#)
            }
            rows += row(of: lane, at: y + Self.rowHeight / 2)
            textEnd = max(textEnd, end(ofText: lane.activity, at: endX))
            for call in laneCalls {
                y += Self.rowHeight
                rows += row(of: call, at: y + Self.rowHeight / 2)
                textEnd = max(textEnd, end(ofText: words(of: call), at: x(call.endSlot ?? history.slotCount)))
            }
            y += Self.rowHeight
        }
        let bottom = y
        let footer = footer(at: bottom + 24)
        let (width, height) = (textEnd + 16, bottom + 24 + 20 * footer.count)
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
            viewBox="0 0 \(width) \(height)" role="img">
            <title>\(Self.escaped(heading))</title>
            \(Self.style)
            <rect class="page" width="100%" height="100%"/>
            \((bands + axis(to: bottom) + rows + footer).joined(separator: "\n"))
            </svg>

            """
    }

    // MARK: - Rows

    private func row(of lane: RunHistory.Lane, at y: Int) -> [String] {
        var elements = [label(lane.label.shortened(to: Self.labelLimit), x: 12, y: y, style: "name")]
        elements += lane.waits.map { wait in
            let style = wait.isSleep ? "sleep" : "wait"
            return """
                <line class="\(style)" x1="\(x(wait.start))" y1="\(y)" x2="\(x(wait.end))" y2="\(y)">\
                \(Self.tooltip(wait.text))</line>
                """
        }
        elements += lane.marks.map { mark in shape(mark.symbol, x: x(mark.slot), y: y, text: mark.text) }
        if let activity = lane.activity {
            elements.append(label(activity.shortened(to: Self.textLimit), x: endX, y: y, style: "note"))
        }
        return elements
    }

    private func row(of call: RunHistory.Call, at y: Int) -> [String] {
        let (start, end) = (x(call.startSlot) - 4, x(call.endSlot ?? history.slotCount))
        let words = words(of: call)
        return [
            """
            <rect class="\(call.end == nil ? "open call" : "call")" x="\(start)" y="\(y - 4)" \
            width="\(max(end - start, 4))" height="8" rx="3">\(Self.tooltip(words))</rect>
            """,
            label(words.shortened(to: Self.textLimit), x: max(end, start + 4) + 6, y: y, style: "note"),
        ]
    }

    private func words(of call: RunHistory.Call) -> String {
        let end = call.end.map { $0 == call.start ? "at \($0.brief)" : "\(call.start.brief) to \($0.brief)" }
        let time = end ?? "since \(call.start.brief)"
        // The URL is shortened, because it can be long, and the end of the text is the most important part.
        return "\(call.request.shortened(to: 60)) → \(call.outcome ?? "no response"), \(time)"
    }

    private func shape(_ symbol: RunHistory.Symbol, x: Int, y: Int, text: String) -> String {
        let tip = Self.tooltip(text)
        return switch symbol {
        case .ran: #"<circle class="ran" cx="\#(x)" cy="\#(y)" r="4">\#(tip)</circle>"#
        case .ranOnMainActor: #"<rect class="main" x="\#(x - 4)" y="\#(y - 4)" width="8" height="8">\#(tip)</rect>"#
        case .sent: #"<path class="sent" d="M\#(x - 4) \#(y - 5)l9 5l-9 5z">\#(tip)</path>"#
        case .received: #"<path class="received" d="M\#(x + 4) \#(y - 5)l-9 5l9 5z">\#(tip)</path>"#
        case .ended: #"<path class="ended" d="M\#(x - 4) \#(y - 4)l8 8m0-8l-8 8">\#(tip)</path>"#
        }
    }

    // MARK: - Axis

    /// A line for each instant, with its time if there is room for it.
    private func axis(to bottom: Int) -> [String] {
        var (elements, free) = ([String](), 0)
        for instant in history.instants {
            let x = x(instant.firstSlot) - Self.slotWidth / 2
            elements.append(#"<line class="instant" x1="\#(x)" y1="\#(Self.top - 8)" x2="\#(x)" y2="\#(bottom)"/>"#)
            let time = instant.time.brief
            guard x >= free else { continue }
            elements.append(label(time, x: x, y: Self.top - 18, style: "time"))
            free = end(ofText: time, at: x) + 8
        }
        return elements
    }

    // MARK: - Footer

    private var heading: String {
        let count = history.lanes.filter { $0.number > 0 }.count
        let hidden = history.lanes.count - lanes.count
        let hiddenCalls = history.calls.count - calls.count
        return "\(count) task\(count == 1 ? "" : "s") until \(history.now.brief)"
            + (hidden > 0 ? "; \(hidden) tasks are not shown" : "")
            + (hiddenCalls > 0 ? "; \(hiddenCalls) calls are not shown" : "")
            + (history.lost > 0 ? "; the first \(history.lost) steps are omitted" : "")
    }

    private func footer(at y: Int) -> [String] {
        var (elements, x) = ([String](), 16)
        for symbol in RunHistory.Symbol.allCases {
            elements.append(shape(symbol, x: x, y: y, text: symbol.words))
            elements.append(label(symbol.words, x: x + 10, y: y, style: "note"))
            x = end(ofText: symbol.words, at: x + 10) + 18
        }
        let lines = [("sleep", "sleeps"), ("wait", "waits")].map { style, words in
            defer { x = end(ofText: words, at: x + 26) + 18 }
            return #"<line class="\#(style)" x1="\#(x - 6)" y1="\#(y)" x2="\#(x + 20)" y2="\#(y)"/>"#
                + label(words, x: x + 26, y: y, style: "note")
        }
        return [(elements + lines).joined(), label(heading, x: 12, y: y + 20, style: "note")]
    }

    // MARK: - Elements

    private func x(_ slot: Int) -> Int { left + slot * Self.slotWidth + Self.slotWidth / 2 }

    /// The place of the texts after the last slot.
    private var endX: Int { x(history.slotCount) + 6 }

    private func end(ofText text: String?, at x: Int) -> Int {
        x + Int(Double(min(text?.count ?? 0, Self.textLimit)) * Self.characterWidth)
    }

    private func label(_ text: String, x: Int, y: Int, style: String) -> String {
        #"<text class="\#(style)" x="\#(x)" y="\#(y + 4)">\#(Self.escaped(text))</text>"#
    }

    private static func tooltip(_ text: String) -> String { "<title>\(escaped(text))</title>" }

    /// The text, escaped for the content of an XML element or the value of an attribute.
    private static func escaped(_ text: String) -> String {
        text.printable
            .replacing("&", with: "&amp;")
            .replacing("<", with: "&lt;")
            .replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
            .replacing("'", with: "&#39;")
    }

    /// The colors have a sufficient contrast with the background in both appearances.
    private static let style = """
        <style>
        text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #24292f }
        .page { fill: #ffffff } .band { fill: #f3f5f8 } .note { fill: #57606a } .time { fill: #24292f }
        .instant { stroke: #b9c1cb; stroke-width: 1 }
        .sleep { stroke: #8250df; stroke-width: 3 }
        .wait { stroke: #6e7781; stroke-width: 2; stroke-dasharray: 2 4 }
        .ran { fill: #0969da } .main { fill: #bc4c00 } .sent { fill: #1a7f37 } .received { fill: #1a7f37 }
        .ended { stroke: #24292f; stroke-width: 2; fill: none }
        .call { fill: #4ac26b } .open { fill: #cf222e }
        @media (prefers-color-scheme: dark) {
        text { fill: #e6edf3 }
        .page { fill: #0d1117 } .band { fill: #161b22 } .note { fill: #9ea7b3 } .time { fill: #e6edf3 }
        .instant { stroke: #3d444d }
        .sleep { stroke: #ab7df8 }
        .wait { stroke: #8b949e }
        .ran { fill: #58a6ff } .main { fill: #f0883e } .sent { fill: #56d364 } .received { fill: #56d364 }
        .ended { stroke: #e6edf3 }
        .call { fill: #2ea043 } .open { fill: #f85149 }
        }
        </style>
        """
}
