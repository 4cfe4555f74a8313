#if os(Linux)
    import Foundation
    import Tern

    /// What it costs to wait for many answers at once.
    enum SlowRequests {
        static func report(server: URL, count: Int) -> Report {
            Report("\(count) requests at once, each answered after a second") {
                ProcessStatus.raiseDescriptorLimit()
                let provider = Provider<LiveAPI>(transport: try CurlTransport())
                let target = LiveAPI(baseURL: server, path: "/slow/1000")
                let threadsBefore = ProcessStatus.threads
                let (cpuBefore, start) = (ProcessStatus.cpuSeconds, ContinuousClock.now)
                async let answers: Void = withThrowingTaskGroup(of: Void.self) { group in
                    for _ in 0..<count {
                        group.addTask {
                            let bytes = try await provider.request(target).data.count
                            try WrongBody.check(bytes, expected: 0)
                        }
                    }
                    try await group.waitForAll()
                }
                // By then all are sent, and none is answered.
                try await Task.sleep(for: .milliseconds(500))
                let (cpuSent, sent) = (ProcessStatus.cpuSeconds, ContinuousClock.now)
                let (threads, descriptors) = (ProcessStatus.threads, ProcessStatus.descriptors)
                // Nothing happens in this time but waiting.
                try await Task.sleep(for: .milliseconds(400))
                let (cpuWaiting, waited) = (ProcessStatus.cpuSeconds - cpuSent, ContinuousClock.now - sent)
                try await answers
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
