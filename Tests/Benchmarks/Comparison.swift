/// Contenders measured against the first of them, in interleaved rounds of one run.
struct Comparison: Sendable {
    struct Row: Sendable {
        let name: String
        /// Median of the rounds, in microseconds per operation.
        let microseconds: Double
        /// Median of the rounds' ratios of throughput to the first contender's: above 1 is faster.
        let throughput: Double
        /// Median of the rounds, in microseconds of this process's CPU time per operation.
        let cpuMicroseconds: Double
        /// Median of the rounds' ratios of CPU time to the first contender's: below 1 is cheaper.
        let cpu: Double
    }

    /// The cost of one round of one contender, in seconds per operation.
    private struct Cost {
        let time: Double
        let cpu: Double
    }

    let title: String
    let operations: Int
    let rounds: Int
    let contenders: [Contender]

    func rows() async throws -> [Row] {
        for contender in contenders { try await contender.run(max(operations / 10, 64)) }
        var costs = Array(repeating: [Cost](), count: contenders.count)
        for _ in 0..<rounds {
            // The order changes: the threads of the previous contender may still run.
            for index in contenders.indices.shuffled() {
                costs[index].append(try await cost(of: contenders[index]))
            }
        }
        return contenders.indices.map { index in
            Row(
                name: contenders[index].name,
                microseconds: median(costs[index].map(\.time)) * 1e6,
                throughput: median(zip(costs[0], costs[index]).map { $0.time / $1.time }),
                cpuMicroseconds: median(costs[index].map(\.cpu)) * 1e6,
                cpu: median(zip(costs[0], costs[index]).map { $1.cpu / $0.cpu })
            )
        }
    }

    private func cost(of contender: Contender) async throws -> Cost {
        let cpu = ProcessStatus.cpuSeconds
        let time = try await ContinuousClock().measure { try await contender.run(operations) }
        return Cost(
            time: time.inSeconds / Double(operations),
            cpu: (ProcessStatus.cpuSeconds - cpu) / Double(operations)
        )
    }
}

extension Duration {
    var inSeconds: Double { self / .seconds(1) }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    guard !sorted.isEmpty else { return .nan }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
