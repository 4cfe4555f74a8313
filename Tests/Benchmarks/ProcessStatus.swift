import Foundation

/// The system's counters of this process. All except the CPU time are Linux only, and 0 elsewhere.
enum ProcessStatus {
    static var residentKiB: Int { value(of: "VmRSS:") }
    static var peakKiB: Int { value(of: "VmHWM:") }
    static var threads: Int { value(of: "Threads:") }

    /// Open file descriptors.
    static var descriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// User and system time of all threads so far, as `getrusage` has it, but in nanoseconds.
    static var cpuSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }

    /// Resets ``peakKiB``.
    static func resetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/self/clear_refs"))
    }

    private static func value(of key: String) -> Int {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix(key) }
        return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
    }
}
