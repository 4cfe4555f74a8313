import Foundation

/// An app for Moya compiles with TernMoya: with the module alias and with another import, in Swift 5 and in Swift 6.
enum MoyaApps {
    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        let app = try String(contentsOf: demo, encoding: .utf8)
        let unchanged = app.replacingOccurrences(of: "import TernMoya\n", with: "import Moya\n")
        let alias = ["-module-alias", "Moya=TernMoya"]
        let library = ["-parse-as-library"]
        var failures: [String] = []
        for mode in [["-swift-version", "5"], ["-swift-version", "6"]] {
            for (source, flags) in [(app, library), (unchanged, library + alias)] {
                failures += try compiler.diagnostics(of: source, flags: flags + mode).map {
                    "MoyaDemo.swift \(flags + mode): line \($0.line): \($0.text)"
                }
            }
        }
        failures += try isolationFailures(app, compiler)
        failures += try subclassFailures(compiler)
        return try failures + unavailableFailures(compiler)
    }

    private static let demo = (0..<2).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
        .appending(path: "TernMoyaTests/MoyaDemo.swift")

    /// In a module that is isolated to the main actor, Swift 6 refuses code that runs on other threads, and nothing
    /// else.
    private static func isolationFailures(_ app: String, _ compiler: SwiftCompiler) throws -> [String] {
        let flags = ["-parse-as-library", "-default-isolation", "MainActor"]
        let mode5 = try compiler.diagnostics(of: app, flags: flags + ["-swift-version", "5"])
        let honest = ["loses global actor 'MainActor'", "conformance of 'GitHub' to protocol 'TargetType' crosses"]
        let mode6 = try compiler.diagnostics(of: app, flags: flags).filter { diagnostic in
            !honest.contains { diagnostic.text.contains($0) }
        }
        return (mode5 + mode6).map { "MoyaDemo.swift \(flags): line \($0.line): \($0.text)" }
    }

    /// Swift 5 has no warning about a subclass. Swift 6 has the one warning of each subclass of a Sendable class.
    private static func subclassFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let subclass = """
            import TernMoya
            class Online<Target: TargetType>: MoyaProvider<Target> { var count = 0 }
            class Trusting: Session { var count = 0 }
            """
        let mode5 = try compiler.diagnostics(of: subclass, flags: ["-parse-as-library", "-swift-version", "5"])
        let mode6 = try compiler.diagnostics(of: subclass, flags: ["-parse-as-library"])
            .filter { $0.isError || !$0.text.contains("must restate inherited '@unchecked Sendable'") }
        return (mode5 + mode6).map { "Subclass: \($0.text)" }
    }

    /// Names of Alamofire that don't exist, each with a part of the expected error.
    private static let unavailable = [
        ("func f() { _ = AF }", "Declare a target"),
        ("let trust: ServerTrustManager? = nil", "TransportConfiguration.tls"),
        ("final class Monitor: EventMonitor {}", "plugin of Tern"),
        ("func g(_ handler: any RedirectHandler) {}", "redirects"),
        ("func h(_ session: Session) { _ = session.session }", "Session.transport"),
    ]

    private static func unavailableFailures(_ compiler: SwiftCompiler) throws -> [String] {
        let source = (["import TernMoya"] + unavailable.map(\.0)).joined(separator: "\n")
        let diagnostics = try compiler.diagnostics(of: source, flags: ["-parse-as-library"])
        return unavailable.enumerated().compactMap { index, example in
            let errors = diagnostics.filter { $0.line == index + 2 && $0.isError }.map(\.text)
            guard !errors.contains(where: { $0.contains(example.1) }) else { return nil }
            return "\(example.0): expected an error with “\(example.1)”, got \(errors)"
        }
    }
}
