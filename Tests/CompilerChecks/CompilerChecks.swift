import Foundation

/// Checks the compiler's diagnostics of code that uses Tern. It is a separate program, since a test process with many
/// open sockets can't start compilers safely.
@main
struct CompilerChecks {
    static func main() throws {
        let compiler = try SwiftCompiler()
        let failures =
            try TargetsAndPlugins.failures(of: compiler) + IsolationModes.failures(of: compiler)
            + NonexhaustiveEnums.failures(of: compiler) + CombineLayer.failures(of: compiler)
            + Routes.failures(of: compiler) + StubValues.failures(of: compiler)
            + MoyaApps.failures(of: compiler)
        for failure in failures { print("✘ \(failure)") }
        guard failures.isEmpty else { exit(1) }
        print("All checks of what compiles passed.")
    }
}
