/// The value of a rule has the type of its call, and an error names both types.
enum StubValues {
    private static let current = #"""
        import Foundation
        import Tern
        import TernTesting

        nonisolated struct Coffee: Codable, Sendable { let name: String }
        nonisolated struct Tea: Codable, Sendable { let name: String }
        enum Shop: RoutedTarget, Hashable {
            case coffees, coffee(id: Int), zen

            var baseURL: URL { URL(fileURLWithPath: "/") }
            var route: HTTPRoute { .get() }
        }
        extension Call<Shop, [Coffee]> { static var coffees: Self { .init(.coffees) } }
        extension Call<Shop, Coffee> { static func coffee(_ id: Int) -> Self { .init(.coffee(id: id)) } }
        extension Call<Shop, String> { static var zen: Self { .init(.zen) } }

        let latte = Coffee(name: "Latte")
        func use(_ rules: [StubRule<Shop>], _ responses: [Shop: SampleResponse]) {
            _ = Provider<Shop>.stub(
                .on(.coffees, .json([latte])),
                .on(.coffee(1), .json(latte)),
                .on(.coffee(2), .json(["name": "Mocha", "price": 4])),
                .on(.coffee(3)) { $0.method == .get ? .json(latte) : .sample(.text("")) },
                .on(.coffee(4), .sample(.fixture("coffee.json"))),
                .on(.zen, .sample(.text("Design for failure."))),
                .otherwise(.status(404))
            )
            _ = Provider<Shop>.stub(.all([.zen: .text("a"), .coffees: .json([latte]), .coffee(id: 1): .status(404)]))
            _ = [Provider<Shop>.stub(.all(rules)), .stub(.all([])), .stub(.all([:])), .stub()]
            _ = Provider<Shop>().stubbed(.all(responses.map { .on(case: $0, $1) }))
        }
        func mistakes() {

        """#

    /// Rules, one per line, each with a part of the expected error.
    private static let mistakes = [
        (".on(.coffee(1), .json(Tea(name: \"Mint\")))", "cannot convert value of type 'Tea' to expected argument"),
        (".on(.coffees, .json([Tea(name: \"Mint\")]))", "cannot convert value of type 'Tea' to expected element"),
        (".on(.coffees, .json(latte))", "cannot convert value of type 'Coffee' to expected argument type '[Coffee]'"),
        (".on(.coffee(1), .jsn(latte))", "has no member 'jsn'"),
    ]

    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        var failures: [String] = []
        for mode in [[], ["-default-isolation", "MainActor"]] {
            let diagnostics = try compiler.diagnostics(of: current + "}", flags: mode)
            failures += diagnostics.map { "Stubs \(mode): line \($0.line): \($0.text)" }
        }
        let firstLine = current.split(separator: "\n", omittingEmptySubsequences: false).count
        let statements = mistakes.map { "_ = Provider<Shop>.stub(\($0.0))" }.joined(separator: "\n")
        let diagnostics = try compiler.diagnostics(of: current + statements + "\n}")
        for (index, (source, expected)) in mistakes.enumerated() {
            let errors = diagnostics.filter { $0.line == firstLine + index && $0.isError }.map(\.text)
            if !errors.contains(where: { $0.contains(expected) }) {
                failures.append("\(source): expected an error with “\(expected)”, got \(errors)")
            }
        }
        return failures
    }
}
