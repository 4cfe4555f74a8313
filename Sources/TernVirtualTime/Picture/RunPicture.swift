import Foundation

/// A run in the form in which it is drawn: a lane for each task, with its steps and waits at each time.
struct RunPicture: Sendable {
    enum Symbol: Character, Sendable, CaseIterable {
        case ran = "#"
        case ranOnMainActor = "@"
        case sent = ">"
        case received = "<"
        case ended = "x"
        case sleep = "-"
        case wait = "."

        var words: String {
            switch self {
            case .ran: "runs"
            case .ranOnMainActor: "runs on the main actor"
            case .sent: "sends a request"
            case .received: "gets the response"
            case .ended: "ends"
            case .sleep: "sleeps"
            case .wait: "waits"
            }
        }
    }

    struct Lane: Sendable {
        let number: Int
        let label: String
        /// The steps at each time, by the index of the time. Equal steps in a row are one symbol.
        var steps: [Int: String] = [:]
        /// The wait at the end of each time.
        var waits: [Int: Symbol] = [:]
        /// The position of the latest step in the run.
        var lastStep = -1
        /// The activity of the task at the end of the run. `nil` if it has ended.
        var activity: String?
        /// The index of the time since which the task has not run, and its wait. `nil` after its end.
        fileprivate var pause: (start: Int, wait: Symbol?)?
    }

    struct Call: Sendable {
        let task: Int
        let start: Duration
        /// The text of the latest request.
        var request = "no request yet"
        /// The status or the error code.
        var outcome: String?
        var end: Duration?
    }

    let now: Duration
    /// The number of steps that the log has lost.
    let lost: Int
    private(set) var times: [Duration] = []
    private(set) var lanes: [Int: Lane] = [:]
    /// The calls, in the order in which they began.
    private(set) var calls: [Call] = []
    private(set) var symbols: Set<Symbol> = []

    private let tasks: TaskNumbers
    private var stepCount = 0
    private var callIndices: [CallID: Int] = [:]

    /// - Parameter reports: The activities of the tasks that have not ended.
    init(of log: RunLog, tasks: TaskNumbers, reports: [TaskReport], now: Duration) {
        self.now = now
        self.tasks = tasks
        lost = log.lost
        for entry in log.entries { add(entry) }
        begin(now)
        for report in reports { add(report) }
    }

    // MARK: - Private

    private var time: Int { times.count - 1 }

    private mutating func begin(_ time: Duration) {
        if times.last != time { times.append(time) }
    }

    private mutating func add(_ entry: RunLog.Entry) {
        begin(entry.time)
        switch entry.kind {
        case .ran(let isOnMainActor, _):
            endWait(of: entry.task, before: time)
            step(isOnMainActor ? .ranOnMainActor : .ran, of: entry.task)
        case .sleeps: wait(.sleep, of: entry.task)
        case .waits: wait(.wait, of: entry.task)
        // The continuation may be that of a sleep.
        case .suspended: if lanes[entry.task]?.pause?.wait == nil { wait(.wait, of: entry.task) }
        case .call(let id, let event): add(event, of: id, entry)
        case .ended:
            step(.ended, of: entry.task)
            lanes[entry.task]?.pause = nil
        }
    }

    private mutating func add(_ event: CallEvent, of id: CallID, _ entry: RunLog.Entry) {
        let index = callIndices[id] ?? calls.count
        if index == calls.count {
            calls.append(Call(task: entry.task, start: entry.time))
            callIndices[id] = index
        }
        switch event {
        case .sent(let request):
            calls[index].request = "\(request)".printable
            step(.sent, of: calls[index].task)
        case .responded, .failed:
            step(.received, of: calls[index].task)
        case .ended(let outcome):
            (calls[index].outcome, calls[index].end) = ("\(outcome)", entry.time)
        case .other: break
        }
    }

    /// Adds the activity of a task at the end.
    private mutating func add(_ report: TaskReport) {
        let number = tasks.knownNumber(of: report.number)
        change(number) { $0.activity = report.details.printable }
        guard lanes[number]?.pause != nil else { return }
        if lanes[number]?.pause?.wait == nil { wait(.wait, of: number) }
        endWait(of: number, before: times.count)
    }

    private mutating func change(_ number: Int, _ change: (inout Lane) -> Void) {
        let description = number == 0 ? "other code" : tasks.description(of: number)
        let label = description.hasPrefix("the task ") ? String(description.dropFirst(9)) : description
        change(&lanes[number, default: Lane(number: number, label: label.printable)])
    }

    private mutating func step(_ symbol: Symbol, of number: Int) {
        symbols.insert(symbol)
        stepCount += 1
        let (time, position) = (time, stepCount)
        change(number) { lane in
            if lane.steps[time]?.last != symbol.rawValue { lane.steps[time, default: ""].append(symbol.rawValue) }
            lane.lastStep = position
            // An event of a call doesn't end the wait of the task.
            if lane.pause?.wait == nil { lane.pause = (time, nil) }
        }
    }

    private mutating func wait(_ wait: Symbol, of number: Int) {
        let time = time
        change(number) { $0.pause = ($0.pause?.start ?? time, wait) }
    }

    private mutating func endWait(of number: Int, before end: Int) {
        guard let pause = lanes[number]?.pause, let wait = pause.wait else { return }
        symbols.insert(wait)
        for time in pause.start..<end { lanes[number]?.waits[time] = wait }
        lanes[number]?.pause = nil
    }
}

extension String {
    /// The text on one line, without characters that control a terminal or the direction of the text.
    fileprivate var printable: String {
        let scalars = unicodeScalars.map { scalar -> Unicode.Scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: "\u{FFFD}"
            default: scalar
            }
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
