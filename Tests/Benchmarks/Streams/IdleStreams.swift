#if os(Linux)
    import Foundation
    import Tern
    import TernTesting

    /// The cost of many streams of events that wait for the next event.
    enum IdleStreams {
        static func report(server: URL, count: Int) -> Report {
            Report("\(count) concurrent streams of events, idle after the first event") {
                DescriptorLimit.raise()
                let provider = Provider<LiveAPI>(transport: try CurlTransport())
                let target = LiveAPI(baseURL: server, path: "/events/1")
                let threadsBefore = ProcessStatus.threads
                let opened = Locked(0)
                let readers = (0..<count).map { _ in
                    Task {
                        for try await _ in provider.events(target) { opened.withLock { $0 += 1 } }
                    }
                }
                while opened.withLock(\.self) < count { try await Task.sleep(for: .milliseconds(20)) }
                // The threads that have read the first events end.
                try await Task.sleep(for: .milliseconds(200))
                let (cpu, start) = (ProcessStatus.cpuSeconds, ContinuousClock.now)
                try await Task.sleep(for: .milliseconds(1_000))
                let used = ProcessStatus.cpuSeconds - cpu
                let share = used / (ContinuousClock.now - start).inSeconds
                let (threads, descriptors) = (ProcessStatus.threads, ProcessStatus.descriptors)
                for reader in readers { reader.cancel() }
                for reader in readers { _ = await reader.result }
                return [
                    "threads: \(threadsBefore) before, \(threads) while idle (with \(descriptors) descriptors open)",
                    String(format: "CPU time while idle: %.2f %% of a core", share * 100),
                ]
            }
        }
    }
#endif
