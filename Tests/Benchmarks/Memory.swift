import Foundation
import Tern

/// Resident memory of this process, in KiB.
enum Memory {
    static var current: Int { value(of: "VmRSS:") }
    static var peak: Int { value(of: "VmHWM:") }

    /// How much more memory is held after 200,000 stubs than after the first tenth of them.
    static func growthOverStubs(scale: Double) async throws -> String {
        let provider = Provider<BenchmarkAPI>(stubClosure: Provider.immediatelyStub, trackInflights: true)
        let count = Int(200_000 * scale)
        for _ in 0..<count / 10 { _ = try await provider.value(.user("octocat")) }
        let before = current
        for _ in 0..<count { _ = try await provider.value(.user("octocat")) }
        return "\nMemory\n  growth over \(count) stubs  \(current - before) KiB\n  peak of this run  \(peak) KiB"
    }

    /// Linux only; 0 elsewhere.
    private static func value(of key: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
