extension FidelityScenario {
    /// Runs the scenario on the reference and on each other lane, and compares the traces.
    ///
    /// - Returns: A sentence for each difference that isn't one of ``differences``, and for each of ``differences`` that
    ///   has gone.
    package func problems() async throws -> [String] {
        let expected = try await FidelityTrace(of: self, on: .reference)
        var problems: [String] = []
        // A body that fails while it is sent is recorded only by the client.
        if upload != nil, !expected.bodies.sent.starts(with: expected.bodies.received) {
            problems.append("The server received another body than the one in the client's journal.")
        }
        if expected.result.isEmpty { problems.append("The call over sockets has no result.") }
        for lane in FidelityLane.allCases where lane != .reference {
            let trace = try await FidelityTrace(of: self, on: lane)
            if let problem = problem(of: trace, on: lane, expected) { problems.append(problem) }
        }
        return problems
    }

    private func problem(of trace: FidelityTrace, on lane: FidelityLane, _ expected: FidelityTrace) -> String? {
        let difference = differences[lane]
        if let difference, trace.lines == expected.lines { return "\(lane) differs no more: \(difference.cause)" }
        if difference?.isProgressOnly == true {
            return Self.difference(of: trace.linesWithoutProgress, from: expected.linesWithoutProgress, on: lane)
        }
        return difference == nil ? Self.difference(of: trace.lines, from: expected.lines, on: lane) : nil
    }

    /// The first line that differs.
    private static func difference(of lines: [String], from expected: [String], on lane: FidelityLane) -> String? {
        guard lines != expected else { return nil }
        let index = zip(lines, expected).prefix { $0 == $1 }.map { _ in () }.count
        func text(_ lines: [String]) -> String { lines.indices.contains(index) ? lines[index] : "no more events" }
        return
            "Event \(index + 1) on \(lane) is \"\(text(lines))\", and on \(FidelityLane.reference) \"\(text(expected))\"."
    }
}
