import Foundation
import Tern

/// What a report says about the system.
struct SystemFacts: Sendable {
    let system: String
    let swift: String
    let commit: String
    let begin: Date
    let redaction: Redaction

    /// The folder with the sources of this program.
    static let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func current() async -> SystemFacts {
        let process = ProcessInfo.processInfo
        return SystemFacts(
            system: "\(systemName) \(process.operatingSystemVersionString), \(architecture), "
                + "\(process.activeProcessorCount) cores",
            swift: await swiftVersion,
            commit: await commitOfCheckout,
            begin: Date(),
            redaction: .current
        )
    }

    func rows(only: String?) -> [(String, String)] {
        let rows = [
            ("System", system), ("Swift", swift), ("Tern", commit), ("Engine", Self.engine),
            ("Begun", begin.formatted(.iso8601)),
        ]
        return rows + (only.map { [("Only", $0)] } ?? [])
    }

    static var engine: String {
        #if os(Linux)
            let version = CurlLibrary.version
            return CurlLibrary.isAvailable
                ? "CurlTransport, libcurl \(version >> 16).\(version >> 8 & 0xFF).\(version & 0xFF)"
                : PlatformTransport.platform.description
        #else
            return "URLSessionTransport"
        #endif
    }

    // MARK: - Private

    private static var systemName: String {
        #if os(macOS)
            "macOS"
        #elseif os(Linux)
            "Linux"
        #else
            "Another system,"
        #endif
    }

    private static var architecture: String {
        #if arch(arm64)
            "arm64"
        #elseif arch(x86_64)
            "x86_64"
        #else
            "another architecture"
        #endif
    }

    private static var swiftVersion: String {
        get async {
            let output = try? await Command.output(of: "/usr/bin/env", ["swift", "--version"])
            let version = output?.firstMatch(of: /Swift version ([^\n]+)/)?.1
            return version.map { $0.trimmingCharacters(in: .whitespaces) } ?? "unknown"
        }
    }

    private static var commitOfCheckout: String {
        get async {
            let git = ["git", "-C", checkout.path]
            guard let commit = try? await Command.output(of: "/usr/bin/env", git + ["rev-parse", "--short", "HEAD"])
            else {
                return "unknown commit"
            }
            let changes = try? await Command.output(of: "/usr/bin/env", git + ["status", "--short", "-uno"])
            return commit.trimmingCharacters(in: .whitespacesAndNewlines)
                + (changes?.isEmpty == false ? ", with changes" : "")
        }
    }
}
