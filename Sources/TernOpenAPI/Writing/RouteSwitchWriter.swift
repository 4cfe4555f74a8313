/// Writes the cases of an enum, and the switch with their requests.
enum RouteSwitchWriter {
    static func write(
        _ plans: [CallPlan],
        _ calls: inout CallWriter,
        common: CommonParts,
        samples: inout SampleTexts,
        to source: inout SourceText
    ) {
        let cases = plans.reduce(into: [CallPlan]()) { cases, plan in
            if !cases.contains(where: { $0.caseName == plan.caseName }) { cases.append(plan) }
        }
        for plan in cases {
            let parameters = calls.parameters(of: plan, hasDefaults: false)
            if parameters.isEmpty {
                source.line("case \(plan.caseName)")
            } else {
                source.list("case \(plan.caseName)", parameters, "")
            }
        }
        source.blank()
        // A switch without `return` is one expression, whose type takes the compiler a time that grows with its square.
        source.block("var route: HTTPRoute") { source in
            source.line("switch self {")
            for plan in cases {
                let bindings = plan.arguments.map { "let \($0.label)" }
                if bindings.isEmpty {
                    source.line("case .\(plan.caseName):")
                } else {
                    source.list("case .\(plan.caseName)", bindings, ":")
                }
                source.nested { calls.route(of: plan, common: common, &samples, to: &$0) }
            }
            source.line("}")
        }
        source.blank()
    }
}
