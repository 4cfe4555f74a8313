import TestFidelity

extension CheckPart {
    /// Calls that must have the same events over sockets, on a stub, and on a stubbed session.
    static var fidelity: CheckPart {
        CheckPart(
            name: "Fidelity",
            width: 4,
            cases: FidelityScenario.all.map { scenario in
                CheckCase(scenario.name) {
                    let problems = try await scenario.problems()
                    try CheckFailure.require(problems.isEmpty, problems.joined(separator: "\n"))
                }
            }
        )
    }
}
