#if os(Linux)
    import Foundation
    import Tern

    /// The calls of a run.
    struct MutationClient: Sendable {
        let provider: Provider<MutationCall>
        let server: MutationServer
        let judge: MutationJudge
        let outcomes: MutationOutcomes
        /// Whether sending a request twice that isn't idempotent is a violation. Otherwise it is only counted.
        let refusesRepetitions: Bool
        private let lastNumber = Locked(0)
        private let start = ContinuousClock.now

        init(
            provider: Provider<MutationCall>,
            server: MutationServer,
            judge: MutationJudge,
            outcomes: MutationOutcomes,
            refusesRepetitions: Bool
        ) {
            self.refusesRepetitions = refusesRepetitions
            self.provider = provider
            self.server = server
            self.judge = judge
            self.outcomes = outcomes
        }

        /// Makes calls, one at a time.
        func work(until end: ContinuousClock.Instant) async throws {
            while ContinuousClock.now < end {
                try await rest()
                let number = lastNumber.withLock { last in
                    last += 1
                    return last
                }
                await perform(MutationCall(number, seed: server.seed, baseURL: server.url))
            }
        }

        // MARK: - Private

        /// All calls pause every two seconds, so that connections become idle.
        private func rest() async throws {
            let (round, pause) = (2.0, 0.4)
            let now = (ContinuousClock.now - start).inSeconds.truncatingRemainder(dividingBy: round)
            if now > round - pause { try await Task.sleep(for: .seconds(round - now)) }
        }

        private func perform(_ call: MutationCall) async {
            let ledger = server.ledger
            ledger.begin(call.number)
            outcomes.begin(call.number)
            let result = await exchange(call)
            let kind = MutationPlan(call, sending: 1, seed: server.seed, kinds: server.kinds).kind
            let outcome =
                switch result {
                case .success: "success"
                case .failure(let error): "\(error.code)"
                }
            outcomes.end(call.number, kind, outcome)
            if judge.fault(in: result, of: call) != nil {
                // The server may not have recorded yet that the request was sent while late bytes arrived.
                try? await Task.sleep(for: .seconds(1))
                if let (fault, text) = judge.fault(in: result, of: call) {
                    ledger.violate(
                        fault,
                        "\(call.method) \(call.number) (\(kind)): \(text); \(ledger.entry(call.number).history)"
                    )
                }
            }
            let sendings = ledger.entry(call.number).sendings
            if sendings > 1 {
                outcomes.noteRepetition(call.method)
                if refusesRepetitions, !call.isIdempotent {
                    ledger.violate(.repeatedRequest, "\(call.method) \(call.number) (\(kind)): \(sendings) times")
                }
            }
            ledger.end(call.number)
        }

        private func exchange(_ call: MutationCall) async -> Result<Response, TernError> {
            guard let milliseconds = call.cancellation else { return await response(to: call) }
            let task = Task { await response(to: call) }
            try? await Task.sleep(for: .milliseconds(milliseconds))
            task.cancel()
            return await task.value
        }

        private func response(to call: MutationCall) async -> Result<Response, TernError> {
            do throws(TernError) {
                return .success(try await provider.request(call))
            } catch {
                return .failure(error)
            }
        }
    }
#endif
