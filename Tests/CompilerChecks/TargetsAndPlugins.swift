import Foundation

/// Targets and plugins compile in every mode, and a plugin without the requirement of `Plugin` doesn't.
enum TargetsAndPlugins {
    /// Plugins without `intercept(_:context:next:)`, which don't conform to `Plugin`.
    private static let plugins = [
        "",
        "func prepare(_ r: URLRequest, target: TargetType) -> URLRequest { r }",
        "func prepare(_ r: Request, target: any TargetType) -> Request { r }",
        "func prepare(_ r: Request, context: RequestContext) async throws -> Request { r }",
        "func willSend(_ r: Request, target: any TargetType) {}",
        "func didReceive(_ r: Result<Response, TernError>, target: TargetType) {}",
        "func process(_ r: Result<Response, TernError>, target: TargetType) -> Result<Response, TernError> { r }",
        "func intercept(_ r: Request, target: any TargetType, next: Next) async throws -> Response { try await next(r) }",
        "func intercept(_ r: Request, context: RequestContext, next: Next) async throws {}",
    ]

    /// Code that compiles, with every kind of type, and with defaults from a protocol of the app.
    private static let current = """
        import Foundation
        import Tern

        enum Plain: TargetType { case only }
        struct Current: TargetType {
            var headers: HTTPHeaders { ["A": "b"] }
            let method: HTTPMethod = .post
            var timeout: Duration? = .seconds(1)
            var authorization: Authorization { .bearer }
            var validation: Validation { .none }
        }
        struct Generic<Value: Sendable>: TargetType { let value: Value }
        final class Object: TargetType { let headers: HTTPHeaders = [:] }
        nonisolated protocol Base: TargetType {}
        extension Base { nonisolated var headers: HTTPHeaders { [:] } }
        enum Derived: Base { case only }
        extension TargetType {
            nonisolated var baseURL: URL { URL(fileURLWithPath: "/") }
            nonisolated var path: String { "" }
        }
        actor Keeper: Plugin {
            func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
                try await next(request)
            }
        }
        struct Retrying: Plugin {
            func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
                for _ in 0..<2 {
                    do { return try await next(request) } catch let error as TernError where error.code == .timedOut {}
                }
                return try await next(request)
            }
        }
        nonisolated let hooks = Hooks(
            prepare: { request, _ in request.headers["A"] = "b" },
            willSend: { request, _ in _ = request },
            didReceive: { result, _ in _ = result }
        )
        nonisolated func use(_ target: some TargetType) -> (HTTPHeaders, HTTPMethod, Duration?) {
            (target.headers, target.method, target.timeout)
        }
        nonisolated func use() -> [HTTPHeaders] {
            let targets: [any TargetType] = [
                Plain.only, Current(), Generic(value: 1), Object(), Derived.only, MultiTarget(Plain.only),
            ]
            for target in targets { _ = use(target) }
            let timeouts: [Duration?] = targets.map(\\.timeout)
            let path: KeyPath<any TargetType, Authorization> = \\.authorization
            _ = (timeouts, targets[0][keyPath: path], [Keeper(), Retrying(), hooks] as [any Plugin])
            return targets.map(\\.headers)
        }
        """

    private static let modes = [
        [], ["-default-isolation", "MainActor"], ["-enable-upcoming-feature", "NonisolatedNonsendingByDefault"],
    ]

    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        var failures: [String] = []
        for mode in modes {
            let diagnostics = try compiler.diagnostics(of: current, flags: mode)
            failures += diagnostics.map { "Targets and plugins \(mode): line \($0.line): \($0.text)" }
        }
        let firstLine = current.split(separator: "\n", omittingEmptySubsequences: false).count + 1
        let cases = plugins.enumerated().map { number, example in "struct Plugin\(number): Plugin { \(example) }" }
        let diagnostics = try compiler.diagnostics(of: current + "\n" + cases.joined(separator: "\n"))
        for (index, source) in cases.enumerated() {
            let errors = diagnostics.filter { $0.line == firstLine + index && $0.isError }.map(\.text)
            if !errors.contains(where: { $0.contains("does not conform to protocol 'Plugin'") }) {
                failures.append("\(source): expected an error about its conformance, got \(errors)")
            }
        }
        return failures
    }
}
