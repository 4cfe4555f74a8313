/// Writes the cases of an enum, and the switch with their requests.
enum RouteSwitchWriter {
    static func write(_ plans: [CallPlan], _ calls: inout CallWriter, to source: inout SourceText) {
        let cases = plans.grouped(by: \.caseName).compactMap(\.elements.first)
        for plan in cases {
            let parameters = calls.parameters(of: plan, hasDefaults: false).map(SourceItem.init)
            SourceItem.call("case \(plan.caseName)", parameters).write(to: &source)
        }
        source.blank()
        // A switch without `return` is one expression, whose type takes the compiler a time that grows with its square.
        source.block("var route: HTTPRoute") { source in
            source.line("switch self {")
            for plan in cases {
                let bindings = plan.arguments.map { SourceItem("let \($0.label)") }
                SourceItem.call("case .\(plan.caseName)", bindings).write(to: &source, suffix: ":")
                source.nested { calls.route(of: plan).write(to: &$0, call: nil) }
            }
            source.line("}")
        }
        source.blank()
    }
}
