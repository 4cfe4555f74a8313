import Foundation
import Testing

/// Virtual time governs all of Tern only as long as nothing waits but by `Waiting`, on a clock that was passed.
struct WaitingTests {
    /// Whatever waits for time to pass, in Swift, Foundation, Dispatch and the C library.
    private static let waits = [
        "Task.sleep", ".sleep(", "usleep(", "nanosleep(", "asyncAfter", "makeTimerSource", "Timer(", "Timer.",
        "scheduledTimer", "RunLoop", "wait(timeout", "wait(wallTimeout", "timedwait", "Task.yield",
    ]
    /// Whatever tells the time by itself.
    private static let clocks = [
        "ContinuousClock", "SuspendingClock", "Date()", "Date.now", ".now()", "DispatchTime", "clock_gettime",
    ]

    /// What a socket or a file is waited for with takes real time, under virtual time too: it is the world outside.
    private static let outside: Set = [
        "CurlConnection.swift", "CurlConnections.swift", "CurlLoop.swift", "CurlTransfer.swift",
        "CurlTransfer+Waiting.swift", "CurlTick.swift",
        "CurlMulti.swift", "URLSessionTimes.swift",
    ]

    @Test func onlyOneFileSleeps() throws {
        #expect(try Self.files(with: Self.waits) == ["Waiting.swift"])
    }

    @Test func onlyTheEnginesReadTheSystemTime() throws {
        let files = try Self.files(with: Self.clocks)
        // A clock that can be passed has to have a default.
        #expect(
            files.subtracting([
                "Provider.swift", "Provider+Defaults.swift", "RequestContext.swift", "Transport+Response.swift",
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
