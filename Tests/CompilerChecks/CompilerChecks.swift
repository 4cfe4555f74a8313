import Foundation

/// Checks what the compiler says about code that uses Tern. It is a program of its own, since a test process with many open
/// sockets is no place to start compilers from.
@main
struct CompilerChecks {
    static func main() throws {
        let compiler = try SwiftCompiler()
        let failures =
            try MoyaSpellings.failures(of: compiler) + IsolationModes.failures(of: compiler)
            + NonexhaustiveEnums.failures(of: compiler)
        for failure in failures { print("✘ \(failure)") }
        guard failures.isEmpty else { exit(1) }
        print("All checks of what compiles passed.")
    }
}
