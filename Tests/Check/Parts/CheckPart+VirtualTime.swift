import DeterminismPrograms

extension CheckPart {
    /// Programs whose runs must all have the same order of events. They run last, since virtual time slows later jobs.
    static var virtualTime: CheckPart {
        CheckPart(name: "Virtual time", cases: virtualTimeCases)
    }

    private static var virtualTimeCases: [CheckCase] {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else {
            return [CheckCase("programs in virtual time", skipped: "Virtual time needs macOS 15.") {}]
        }
        return DeterminismProgram.all.map { program in
            CheckCase(program.name, skipped: reasonToSkip(program.name)) {
                let expected = try await program.trace()
                for width in [1, 8] {
                    let others = try await program.differentTraces(from: expected, runs: 20, width: width)
                    try CheckFailure.require(
                        others.isEmpty,
                        "\(others.count) of 20 runs, \(width) at a time, have other events. "
                            + difference(expected, others.first ?? [])
                    )
                }
            }
        }
    }

    private static func reasonToSkip(_ name: String) -> String? {
        #if os(Linux) && compiler(>=6.3)
            nil
        #else
            name == "tasks that yield after a call of an actor"
                ? "Virtual time finds such tasks only on Linux with Swift 6.3 or later." : nil
        #endif
    }

    private static func difference(_ expected: [String], _ other: [String]) -> String {
        let index = zip(expected, other).prefix { $0 == $1 }.map { _ in () }.count
        func text(_ lines: [String]) -> String { lines.indices.contains(index) ? lines[index] : "no more events" }
        return "Event \(index + 1) was \"\(text(expected))\", and then \"\(text(other))\"."
    }
}
