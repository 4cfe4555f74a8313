#if os(Linux)
    import Foundation
    import Tern
    import TernTesting
    import TernURLSession

    /// Calls to a server whose responses are mutated:
    /// `--mutations SECONDS [--seed N] [--engine urlsession] [--without KIND,KIND]`, see ``MutationKind``. With
    /// `--explain NUMBER`, only that request's response is shown.
    ///
    /// Every response has its request's number. No call may receive a response that belongs to another request, hang,
    /// or reject a valid response as malformed. The transport must not use a connection on which bytes have arrived. It
    /// must not grow, or keep descriptors or threads.
    struct Mutations {
        var seconds: Double
        var seed: UInt64
        var usesURLSession = false
        var kinds = MutationKind.allCases
        /// The number of a request to explain, instead of a run.
        var explained: Int?

        private static let width = 32
        private static let deadline = Duration.seconds(2)
        private static let growthLimitKiB = 64 * 1024

        /// A run of two seconds, which checks that the program works.
        static let brief = Mutations(seconds: 2, seed: 15, kinds: MutationKind.allCases)

        /// - Returns: The options of a command line, if it asks for mutations.
        static func asked(by arguments: [String]) -> Mutations? {
            func value(of name: String) -> String? {
                arguments.firstIndex(of: name).flatMap { arguments.dropFirst($0 + 1).first }
            }
            guard let seconds = value(of: "--mutations").flatMap(Double.init) else { return nil }
            let seed = value(of: "--seed").flatMap(UInt64.init) ?? .random(in: 0..<1_000_000)
            let usesURLSession = value(of: "--engine") == "urlsession"
            let excluded = value(of: "--without")?.split(separator: ",").map(String.init) ?? []
            let kinds = (usesURLSession ? MutationKind.tame : MutationKind.allCases)
                .filter { !excluded.contains($0.rawValue) }
            let explained = value(of: "--explain").flatMap(Int.init)
            return Mutations(
                seconds: seconds,
                seed: seed,
                usesURLSession: usesURLSession,
                kinds: kinds,
                explained: explained
            )
        }

        /// Prints the bytes that the server sends at the first arrival of a request.
        func explain(_ number: Int) {
            let call = MutationCall(number, seed: seed, baseURL: URL(filePath: "/"))
            let plan = MutationPlan(call, sending: 1, seed: seed, kinds: kinds)
            print("\(call.method) \(call.path), body of \(call.bodyBytes) bytes: \(plan.kind)")
            for step in plan.steps {
                guard case .send(let bytes) = step else {
                    print(step)
                    continue
                }
                print(String(decoding: bytes, as: UTF8.self).debugDescription)
            }
        }

        /// Prints the results, and ends the process with 1 on a violation.
        func runAndExit() async throws {
            if let explained {
                explain(explained)
                exit(0)
            }
            exit(try await run() ? 0 : 1)
        }

        /// - Returns: Whether there were no violations.
        func run() async throws -> Bool {
            print("Mutations for \(seconds) s; to repeat them: --mutations \(seconds) --seed \(seed)")
            DescriptorLimit.raise()
            // Descriptors that the runtime opens once don't count.
            var start = self
            start.seconds = 0.3
            _ = try await start.exchange(MutationLedger(), MutationOutcomes())
            try await Task.sleep(for: .seconds(1))
            let before = (descriptors: ProcessStatus.descriptors, threads: ProcessStatus.threads)
            let ledger = MutationLedger()
            let outcomes = MutationOutcomes()
            let growth = try await exchange(ledger, outcomes)
            let after = await settled(to: before)
            if growth > Self.growthLimitKiB { ledger.violate(.growth, "\(growth) KiB") }
            if after.descriptors > before.descriptors { ledger.violate(.growth, "\(after.descriptors) descriptors") }
            if after.threads > before.threads + ProcessInfo.processInfo.activeProcessorCount + 2 {
                ledger.violate(.growth, "\(after.threads) threads")
            }
            let counts = ledger.counts
            let lines =
                outcomes.lines() + [
                    "\(outcomes.calls) calls, \(counts.sendings) requests on \(counts.connections) connections; "
                        + "\(counts.unasked) idle connections disturbed, \(counts.excused) requests crossed late bytes, "
                        + "\(counts.discarded) followed bytes that came with a head without content",
                    "growth \(growth) KiB; descriptors \(before.descriptors) before, \(after.descriptors) after; "
                        + "threads \(before.threads) before, \(after.threads) after",
                ] + Self.lines(ledger.violations, seed: seed)
            print(lines.joined(separator: "\n"))
            return ledger.violations.isEmpty
        }

        // MARK: - Private

        private static func lines(_ violations: [MutationFault: [String]], seed: UInt64) -> [String] {
            if violations.isEmpty { return ["no violations"] }
            return MutationFault.allCases.flatMap { fault -> [String] in
                guard let texts = violations[fault] else { return [] }
                return ["VIOLATION, seed \(seed): \(texts.count) times \(fault.rawValue)"]
                    + texts.prefix(5).map { "- \($0)" }
            }
        }

        /// - Returns: The growth of the process after its warm-up, in KiB.
        private func exchange(_ ledger: MutationLedger, _ outcomes: MutationOutcomes) async throws -> Int {
            let server = try MutationServer(seed: seed, kinds: kinds, disturbsIdleConnections: true, ledger: ledger)
            defer { server.stop() }
            watch(outcomes, server)
            let client = MutationClient(
                provider: Provider(transport: try transport()).configured { $0.timeout = Self.deadline },
                server: server,
                judge: MutationJudge(seed: seed, kinds: kinds, ledger: ledger),
                outcomes: outcomes,
                refusesRepetitions: !usesURLSession
            )
            let start = ContinuousClock.now
            let end = start + .seconds(seconds)
            return try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<Self.width { group.addTask { try await client.work(until: end) } }
                try await Task.sleep(until: start + .seconds(min(30, seconds / 4)))
                let before = ProcessStatus.residentKiB
                try await group.waitForAll()
                return ProcessStatus.residentKiB - before
            }
        }

        private func transport() throws -> any Transport {
            var configuration = TransportConfiguration()
            configuration.proxy = .none
            configuration.idleTimeout = .milliseconds(400)
            if !usesURLSession { return try CurlTransport(configuration) }
            configuration.proxy = .system
            configuration.idleTimeout = .seconds(1)
            return try URLSessionTransport(configuration)
        }

        /// Ends the process when a call hangs.
        private func watch(_ outcomes: MutationOutcomes, _ server: MutationServer) {
            let limit = Self.deadline + .seconds(10)
            Thread.detachNewThread { [seed] in
                while !server.isStopped {
                    usleep(500_000)
                    guard let number = outcomes.hanging(after: limit) else { continue }
                    print("The call of request \(number) hangs; seed \(seed).")
                    exit(1)
                }
            }
        }

        /// The remaining resources once all closed ones are released, after at most ten seconds.
        private func settled(to before: (descriptors: Int, threads: Int)) async -> (descriptors: Int, threads: Int) {
            for _ in 0..<100
            where ProcessStatus.descriptors > before.descriptors || ProcessStatus.threads > before.threads {
                try? await Task.sleep(for: .milliseconds(100))
            }
            return (ProcessStatus.descriptors, ProcessStatus.threads)
        }
    }
#endif
