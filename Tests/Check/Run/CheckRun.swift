import Foundation
import Tern
import TernConformance

/// Runs the parts, shows the progress, and writes the report before each case, so that a crash leaves its name.
final class CheckRun: Sendable {
    /// The time after which no case begins.
    private static let limit = Duration.seconds(150)

    private let parts: [CheckPart]
    private let state: Locked<CheckState>
    private let display: Display
    private let report: Report
    private let begin = ContinuousClock.now
    /// Orders the writes of the report and the display.
    private let output = Locked(())

    init(_ parts: [CheckPart], _ display: Display, _ report: Report) {
        self.parts = parts
        self.display = display
        self.report = report
        state = Locked(CheckState(parts))
    }

    /// - Returns: The exit code: 0 if no case failed, otherwise 1.
    func run() async -> Int32 {
        endProcessIfBlocked()
        for (index, part) in parts.enumerated() { await run(part, index) }
        return finish()
    }

    // MARK: - Private

    private func run(_ part: CheckPart, _ index: Int) async {
        let partBegin = ContinuousClock.now
        for item in part.cases {
            if let reason = item.skipped { state.withLock { $0.skip(item.name, of: index, reason) } }
        }
        let cases = part.cases.filter { $0.skipped == nil }
        await withTaskGroup(of: Void.self) { group in
            for (number, item) in cases.enumerated() {
                if number >= part.width { await group.next() }
                group.addTask { await self.run(item, of: index, limit: part.limit) }
            }
        }
        state.withLock { $0.endPart(index, after: .now - partBegin) }
        publish { self.display.end($0.parts[index]) }
    }

    private func run(_ item: CheckCase, of part: Int, limit: Duration) async {
        guard .now - begin < Self.limit else {
            return state.withLock { $0.skip(item.name, of: part, "The checks before it took \(Self.limit).") }
        }
        state.withLock { $0.begin(item.name, of: part, at: .now) }
        publish { self.display.show($0) }
        let end: CheckState.End =
            switch await TimeLimit.run(within: limit, item.body) {
            case .success: .passed
            case .failure(let error): .failed("\(error)")
            case nil: .failed("The case did not end within \(limit).")
            }
        state.withLock { $0.end(item.name, of: part, at: .now, end) }
        if case .failed(let text) = end { output.withLock { _ in display.fail(item.name, text) } }
    }

    /// - Parameter show: Called with the state that the report has.
    private func publish(_ show: (CheckState) -> Void) {
        output.withLock { _ in
            let state = state.withLock { $0 }
            report.write(state)
            show(state)
        }
    }

    private func finish() -> Int32 {
        state.withLock { $0.complete(after: .now - begin) }
        publish { self.display.finish($0, report: self.report.path) }
        return state.withLock { $0.failed } == 0 ? 0 : 1
    }

    /// Tasks can't end a case that blocks the threads of all tasks, so a thread does.
    private func endProcessIfBlocked() {
        Thread.detachNewThread { [weak self] in
            while let self, !self.state.withLock({ $0.isComplete }) {
                let blocked = self.state.withLock { $0.endBlockedCases(at: .now) }
                for item in blocked { self.output.withLock { _ in self.display.fail(item.name, item.text) } }
                if !blocked.isEmpty { exit(self.finish()) }
                Thread.sleep(forTimeInterval: 1)
            }
        }
    }
}
