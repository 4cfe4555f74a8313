#if os(Linux)
    import Foundation
    import Tern

    /// The cost of `trackInflights` if no two requests are equal, so that no exchange is shared.
    enum InFlightSharing {
        static func report(server: URL, operations: Int, rounds: Int) throws -> Report {
            let width = 32
            let transport = try CurlTransport()
            let without = calls(to: server, over: transport, sharing: false)
            let with = calls(to: server, over: transport, sharing: true)
            let comparison = Comparison(
                title: "trackInflights with distinct requests: GET of 1 KB, \(width) at a time",
                operations: operations,
                rounds: rounds,
                contenders: [
                    .concurrent("Tern, CurlTransport", width, without),
                    .concurrent("the same with trackInflights", width, with),
                ]
            )
            return Report(comparison.title) {
                // Threads are counted before the rounds, and with sharing last: Dispatch keeps idle threads for a
                // while.
                let before = try await peakThreads(of: without, width, operations)
                let after = try await peakThreads(of: with, width, operations)
                return Table.lines(try await comparison.rows()) + [
                    "threads at the peak: \(before) without trackInflights, \(after) with it"
                ]
            }
        }

        // MARK: - Private

        private static func calls(
            to server: URL,
            over transport: CurlTransport,
            sharing: Bool
        ) -> @Sendable () async throws -> Void {
            let provider = Provider<LiveAPI>(transport: transport, trackInflights: sharing)
            let last = Locked(0)
            return {
                let number = last.withLock { last in
                    last += 1
                    return last
                }
                let target = LiveAPI(baseURL: server, path: "/item?number=\(number)")
                try WrongBody.check(try await provider.request(target).data.count)
            }
        }

        /// The most threads that this process had when a call ended.
        private static func peakThreads(
            of operation: @escaping @Sendable () async throws -> Void,
            _ width: Int,
            _ count: Int
        ) async throws -> Int {
            let peak = Locked(0)
            let counting = Contender.concurrent("", width) {
                try await operation()
                let threads = ProcessStatus.threads
                peak.withLock { $0 = max($0, threads) }
            }
            try await counting.run(count)
            return peak.withLock { $0 }
        }
    }
#endif
