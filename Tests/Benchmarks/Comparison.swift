/// Contenders measured against the first of them, in interleaved rounds of one run.
struct Comparison: Sendable {
    struct Row: Sendable {
        let name: String
        /// Median of the rounds, in microseconds per operation.
        let microseconds: Double
        /// Median of the rounds' ratios of throughput to the first contender's: above 1 is faster.
        let throughput: Double
    }

    let title: String
    let operations: Int
    let rounds: Int
    let contenders: [Contender]

    func rows() async throws -> [Row] {
        for contender in contenders { try await contender.run(max(operations / 10, 64)) }
        var times = Array(repeating: [Double](), count: contenders.count)
        for round in 0..<rounds {
            // Nobody always runs first, or after the same one.
            for offset in contenders.indices {
                let index = (offset + round) % contenders.count
                times[index].append(try await seconds(of: contenders[index]) / Double(operations))
            }
        }
        return contenders.indices.map { index in
            Row(
                name: contenders[index].name,
                microseconds: median(times[index]) * 1e6,
                throughput: median(zip(times[0], times[index]).map { $0 / $1 })
            )
        }
    }

    private func seconds(of contender: Contender) async throws -> Double {
        let time = try await ContinuousClock().measure { try await contender.run(operations) }
        return Double(time.components.seconds) + Double(time.components.attoseconds) * 1e-18
    }
}

func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    guard !sorted.isEmpty else { return .nan }
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
