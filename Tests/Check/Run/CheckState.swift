import Foundation

/// The results of a run until now.
struct CheckState: Sendable {
    struct Part: Sendable {
        let name: String
        let count: Int
        let limit: Duration
        var passed = 0
        var failures: [Failure] = []
        var skipped: [Skip] = []
        /// `nil` until the part has ended.
        var time: Duration?

        init(_ part: CheckPart) {
            name = part.name
            count = part.cases.count
            limit = part.limit
        }
    }

    struct Failure: Sendable, Equatable {
        let name: String
        let text: String
    }

    struct Skip: Sendable, Equatable {
        let name: String
        let reason: String
    }

    struct Running: Sendable {
        let part: Int
        let name: String
        let begin: ContinuousClock.Instant
    }

    struct Slow: Sendable, Equatable {
        let name: String
        let time: Duration
    }

    enum End: Sendable {
        case passed
        case failed(String)
    }

    var parts: [Part]
    private(set) var running: [Running] = []
    /// The cases that took most of the time, the slowest first.
    private(set) var slowest: [Slow] = []
    private(set) var isComplete = false
    private(set) var time = Duration.zero

    init(_ parts: [CheckPart]) {
        self.parts = parts.map(Part.init)
    }

    var passed: Int { parts.reduce(0) { $0 + $1.passed } }
    var failed: Int { parts.reduce(0) { $0 + $1.failures.count } }
    var skipped: Int { parts.reduce(0) { $0 + $1.skipped.count } }

    mutating func skip(_ name: String, of part: Int, _ reason: String) {
        parts[part].skipped.append(Skip(name: name, reason: reason))
    }

    mutating func begin(_ name: String, of part: Int, at now: ContinuousClock.Instant) {
        running.append(Running(part: part, name: name, begin: now))
    }

    mutating func end(_ name: String, of part: Int, at now: ContinuousClock.Instant, _ end: End) {
        guard let index = running.firstIndex(where: { $0.part == part && $0.name == name }) else { return }
        let ended = running.remove(at: index)
        slowest.append(Slow(name: name, time: now - ended.begin))
        slowest = Array(slowest.sorted { $0.time > $1.time }.prefix(5))
        switch end {
        case .passed: parts[part].passed += 1
        case .failed(let text): parts[part].failures.append(Failure(name: name, text: text))
        }
    }

    mutating func endPart(_ part: Int, after time: Duration) {
        parts[part].time = time
    }

    mutating func complete(after time: Duration) {
        self.time = time
        isComplete = true
    }

    /// Ends the cases that block a thread, so that no timer of a task can end them.
    ///
    /// - Returns: Their failures.
    mutating func endBlockedCases(at now: ContinuousClock.Instant) -> [Failure] {
        let text = "The case blocks its thread. Later checks haven't run."
        let blocked = running.filter { now - $0.begin > parts[$0.part].limit + .seconds(15) }
        for item in blocked { end(item.name, of: item.part, at: now, .failed(text)) }
        return blocked.map { Failure(name: $0.name, text: text) }
    }
}
