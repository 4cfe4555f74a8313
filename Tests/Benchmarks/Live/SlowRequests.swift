#if os(Linux)
    import Foundation
    import Tern
    import TernTesting

    /// The cost of waiting for many responses at once.
    enum SlowRequests {
        static func report(server: URL, count: Int) -> Report {
            Report("\(count) concurrent requests, each response after a second") {
                DescriptorLimit.raise()
                let provider = Provider<LiveAPI>(transport: try CurlTransport())
                let target = LiveAPI(baseURL: server, path: "/slow/1000")
                let threadsBefore = ProcessStatus.threads
                let (cpuBefore, start) = (ProcessStatus.cpuSeconds, ContinuousClock.now)
                async let responses: Void = withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<count {
                        group.addTask {
                            let bytes = try await provider.request(target).data.count
                            try WrongBody.check(bytes, expected: 0)
                        }
                    }
                    try await group.waitForAll()
                }
                // By then, all requests are sent, and no response has arrived.
                try await Task.sleep(for: .milliseconds(500))
                let (cpuSent, sent) = (ProcessStatus.cpuSeconds, ContinuousClock.now)
                let (threads, descriptors) = (ProcessStatus.threads, ProcessStatus.descriptors)
                // During this time, the process only waits.
                try await Task.sleep(for: .milliseconds(400))
                let (cpuWaiting, waited) = (ProcessStatus.cpuSeconds - cpuSent, ContinuousClock.now - sent)
                try await responses
                let time = (ContinuousClock.now - start).inSeconds
                let cpu = ProcessStatus.cpuSeconds - cpuBefore
                return [
                    "threads: \(threadsBefore) before, \(threads) while waiting (with \(descriptors) descriptors open)",
                    format("CPU time while waiting for %.2f s: %.2f ms", waited.inSeconds, cpuWaiting * 1e3),
                    format("from first to last: %.2f s, CPU time %.1f ms", time, cpu * 1e3),
                ]
            }
        }

        private static func format(_ format: String, _ values: Double...) -> String {
            String(format: format, arguments: values)
        }
    }
#endif
