/// Writes the cases of an enum, and the switch with their requests.
enum RouteSwitchWriter {
    static func write(_ plans: [CallPlan], _ calls: inout CallWriter, to source: inout SourceText) {
        let cases = plans.grouped(by: \.caseName).compactMap(\.elements.first)
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
                source.nested { calls.route(of: plan).write(to: &$0, call: nil) }
            }
            source.line("}")
        }
        source.blank()
    }
}
