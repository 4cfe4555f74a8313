import Foundation
import Testing

/// Virtual time controls all of Tern only if all waits use `Waiting`, on a clock that was passed.
struct WaitingTests {
    /// All functions that wait for a time, in Swift, Foundation, Dispatch and the C library.
    private static let waits = [
        "Task.sleep", ".sleep(", "usleep(", "nanosleep(", "asyncAfter", "makeTimerSource", "Timer(", "Timer.",
        "scheduledTimer", "RunLoop", "wait(timeout", "wait(wallTimeout", "timedwait", "Task.yield",
    ]
    /// All types and functions that read the system time.
    private static let clocks = [
        "ContinuousClock", "SuspendingClock", "Date()", "Date.now", ".now()", "DispatchTime", "clock_gettime",
    ]

    /// Files that wait for a socket or a file, and one that compares a cookie of a server with the time. These take real
    /// time even under virtual time.
    private static let outside: Set = ["CurlTick.swift", "CurlTransfer+Cookies.swift", "URLSessionTimes.swift"]

    @Test func onlyOneFileSleeps() throws {
        #expect(try Self.files(with: Self.waits) == ["Waiting.swift"])
    }

    @Test func onlyTheEnginesReadTheSystemTime() throws {
        let files = try Self.files(with: Self.clocks)
        // A clock parameter needs a default, and so does the current date that a `Retry-After` is compared with.
        #expect(
            files.subtracting([
                "Provider.swift", "Provider+Defaults.swift", "ProviderType.swift", "RequestContext.swift",
                "Transport+Response.swift", "NextStage.swift", "RetryPlugin.swift", "RateLimitPlugin.swift",
            ]) == Self.outside
        )
    }

    /// The sources of Tern that hold one of these texts outside of comments.
    private static func files(with texts: [String]) throws -> Set<String> {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("Sources/Tern")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        try #require(paths.count > 100)
        var names: Set<String> = []
        for path in paths {
            let source = try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
            let code = source.split(separator: "\n").map {
                $0.prefix(upTo: $0.range(of: "//")?.lowerBound ?? $0.endIndex)
            }
            if code.contains(where: { line in texts.contains { line.contains($0) } }) {
                names.insert(URL(fileURLWithPath: path).lastPathComponent)
            }
        }
        return names
    }
}
