import Tern

/// The results of calls by the mutations of their responses, and the running calls.
final class MutationOutcomes: Sendable {
    private struct State {
        var counts: [String: [String: Int]] = [:]
        var calls = 0
        var repeated: [String: Int] = [:]
        var running: [Int: ContinuousClock.Instant] = [:]
    }

    private let state = Locked(State())

    var calls: Int { state.withLock { $0.calls } }

    func begin(_ number: Int) {
        state.withLock { $0.running[number] = .now }
    }

    func end(_ number: Int, _ kind: MutationKind, _ outcome: String) {
        state.withLock { state in
            state.running[number] = nil
            state.calls += 1
            state.counts[kind.rawValue, default: [:]][outcome, default: 0] += 1
        }
    }

    func noteRepetition(_ method: HTTPMethod) {
        state.withLock { $0.repeated[method.rawValue, default: 0] += 1 }
    }

    /// The number of a call that hangs.
    func hanging(after limit: Duration) -> Int? {
        let now = ContinuousClock.now
        return state.withLock { state in state.running.first { now - $0.value > limit }?.key }
    }

    func lines() -> [String] {
        let state = state.withLock { $0 }
        let outcomes = Set(state.counts.values.flatMap(\.keys)).sorted()
        var rows = [["mutation"] + outcomes]
        for kind in MutationKind.allCases {
            guard let counts = state.counts[kind.rawValue] else { continue }
            rows.append([kind.rawValue] + outcomes.map { "\(counts[$0] ?? 0)" })
        }
        rows.append(
            ["all"] + outcomes.map { outcome in "\(state.counts.values.reduce(0) { $0 + ($1[outcome] ?? 0) })" }
        )
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        let table = rows.map { row in
            row.indices.map { column in
                let gap = String(repeating: " ", count: widths[column] - row[column].count)
                return column == 0 ? row[column] + gap : gap + row[column]
            }.joined(separator: "  ")
        }
        let repeated = state.repeated.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        return table + [
            "calls whose request was sent more than once: \(repeated.isEmpty ? "none" : repeated.joined(separator: ", "))"
        ]
    }
}
