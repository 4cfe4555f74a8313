@testable import TernVirtualTime

/// Events in order, with the times of a clock.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct Trace: Sendable {
    private let lines = Guarded<[String]>([])
    let clock: VirtualClock

    var all: [String] { lines.withLock { $0 } }

    func add(_ text: String) {
        let line = "\(clock.now.offset / .seconds(1)) \(text)"
        lines.withLock { $0.append(line) }
    }
}

/// A counter that many tasks share.
actor Counter {
    private(set) var value = 0

    func increment() -> Int {
        value += 1
        return value
    }
}

/// A typical view model: on the main actor, with tasks that leave the main actor and return to it.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
@MainActor
final class FeedModel {
    private(set) var titles: [String] = []
    private let trace: Trace

    init(trace: Trace) {
        self.trace = trace
    }

    func load(_ title: String, after seconds: Int) {
        Task {
            trace.add("loads \(title)")
            await Self.fetch(seconds, trace)
            titles.append(title)
            trace.add("shows \(title)")
            Task { trace.add("tells of \(title)") }
        }
    }

    @concurrent
    private static func fetch(_ seconds: Int, _ trace: Trace) async {
        trace.add("fetches for \(seconds)")
        try? await trace.clock.sleep(for: .seconds(seconds))
    }
}
