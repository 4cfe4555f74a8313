#if os(Linux)
    import CTernCurl
    import Foundation

    /// The loop of the engine's thread: executes commands, lets libcurl work, delivers completions, and sleeps.
    ///
    /// The loop and its properties are used on that thread only.
    struct CurlLoop {
        private let commandQueue: CurlCommandQueue
        private let settings: CurlSettings
        private let connections: CurlConnections
        private let multis: Multis?
        private let memory = CurlMemory()
        private let budget = BodyBudget()
        private let tick = CurlTick()
        private var commands: [CurlEngineCommand] = []
        /// Shared by all handles: resolved names, TLS sessions and cookies.
        private let share: tern_curl_share?
        private var transfers: [Int: CurlTransfer] = [:]
        private var spareSlots: [CurlSlot] = []
        /// The completions of this tick.
        private var completions: [CurlCompletion] = []
        /// A separate queue, since all threads of a global queue may be busy.
        private let completionQueue = DispatchQueue(label: "Tern.completions")
        /// The earliest time at which a transfer can time out.
        private var nextDueTime: ContinuousClock.Instant?
        private var isStopping = false

        private struct Multis {
            let collected: CurlMulti
            let streamed: CurlMulti

            var all: [CurlMulti] { [collected, streamed] }
        }

        private static let maximumSpareSlots = 64
        private static let longestSleepMilliseconds: Int32 = 60_000

        init(commandQueue: CurlCommandQueue, settings: CurlSettings) {
            self.commandQueue = commandQueue
            self.settings = settings
            connections = CurlConnections(commandQueue.poller)
            let configuration = settings.configuration
            multis =
                if let collected = CurlMulti(.collected, configuration, connections, tick),
                    let streamed = CurlMulti(.streamed, configuration, connections, tick)
                {
                    Multis(collected: collected, streamed: streamed)
                } else {
                    nil
                }
            share = tern_curl_share_init()
            guard let share else { return }
            var kinds = [CurlShareOption.names, CurlShareOption.tlsSessions]
            if configuration.cookies == .inMemory { kinds.append(CurlShareOption.cookies) }
            for kind in kinds { _ = tern_curl_share_set_int(share, CurlShareOption.share, kind) }
        }

        mutating func run() {
            while true {
                tick.begin()
                commandQueue.takeAll(&commands)
                for command in commands { handle(command) }
                // Releases the requests that the commands hold.
                commands.removeAll(keepingCapacity: true)
                connections.work(at: tick.now)
                // The thread may have been delayed: a transfer must not time out while bytes of its response are
                // unread.
                if isAnyDue { connections.workOnAll(at: tick.now) }
                for multi in multis?.all ?? [] { multi.workIfDue() }
                tick.flush()
                finishAll()
                endDue()
                deliverCompletions()
                if isStopping, transfers.isEmpty { break }
                connections.wait(milliseconds: commandQueue.prepareToSleep() ? sleepMilliseconds : 0)
            }
            spareSlots = []
            for multi in multis?.all ?? [] { multi.close() }
            commandQueue.close()
            if let share { _ = tern_curl_share_cleanup(share) }
        }

        // MARK: - Private

        private mutating func handle(_ command: CurlEngineCommand) {
            switch command {
            case .start(let prepared, let continuation): start(prepared, continuation)
            case .cancel(let id): end(transfers[id], with: .failure(CancellationError()))
            case .resume(let id, let mask): resume(transfers[id], mask)
            case .stop: isStopping = true
            }
        }

        private mutating func start(_ prepared: CurlPreparedRequest, _ continuation: CurlResult.Continuation) {
            guard let slot = spareSlots.popLast() ?? CurlSlot(settings, connections, share: share),
                let multis
            else {
                let error = TernError(.transportFailed, reason: "libcurl can't allocate memory for another transfer.")
                return continuation.resume(throwing: error)
            }
            let transfer = CurlTransfer(
                prepared,
                continuation,
                slot: slot,
                redirects: settings.configuration.redirects,
                commandQueue: commandQueue,
                connections: connections,
                multi: prepared.request.delivery.isCollected ? multis.collected : multis.streamed,
                memory: memory,
                budget: budget,
                tick: tick
            )
            transfers[prepared.id] = transfer
            // The end of the transfer subtracts it again.
            transfer.origin?.running += 1
            let error = slot.begin(transfer)
            guard error == 0 else { return end(transfer, with: .failure(slot.error(error))) }
            add(transfer)
            nextDueTime = min(nextDueTime ?? transfer.dueTime, transfer.dueTime)
        }

        private mutating func startNext(of origin: CurlOrigin) {
            for transfer in origin.takeNext() { add(transfer) }
        }

        private mutating func add(_ transfer: CurlTransfer) {
            let error = transfer.multi.add(transfer.slot.easy)
            guard error != 0 else { return }
            let reason = "libcurl rejected the transfer (multi error \(error))."
            end(transfer, with: .failure(TernError(.transportFailed, reason: reason)))
        }

        private mutating func resume(_ transfer: CurlTransfer?, _ mask: Int32) {
            guard let transfer else { return }
            transfer.resume(mask)
            // Bytes that are decoded at this point can complete the body, or be malformed.
            if let outcome = transfer.outcome { end(transfer, with: outcome) }
        }

        private mutating func finishAll() {
            for multi in multis?.all ?? [] {
                while let (easy, code) = multi.nextFinished() {
                    guard let transfer = CurlSlot.of(easy)?.transfer else { continue }
                    transfer.code = code
                    if transfer.needsToWait {
                        multi.remove(easy)
                        transfer.wait()
                        // Without a running transfer to the origin, the end of a transfer would never start the waiting
                        // transfers.
                        if let origin = transfer.origin, origin.running == 0 { startNext(of: origin) }
                    } else if let outcome = transfer.outcome {
                        end(transfer, with: outcome)
                    }
                }
            }
        }

        /// Whether any transfer can have timed out.
        private var isAnyDue: Bool { nextDueTime.map { $0 <= tick.now } ?? false }

        /// Ends all transfers that have timed out. The transfers are checked only when the earliest deadline has
        /// passed.
        private mutating func endDue() {
            guard isAnyDue else { return }
            for transfer in transfers.values where transfer.isOverdue() {
                end(transfer, with: .failure(transfer.dueError))
            }
            nextDueTime = transfers.values.map(\.dueTime).min()
        }

        private mutating func end(_ transfer: CurlTransfer?, with outcome: CurlResult.Outcome) {
            guard let transfer, transfers.removeValue(forKey: transfer.id) != nil else { return }
            let slot = transfer.slot
            let isSuccess = if case .success = outcome { true } else { false }
            transfer.multi.remove(slot.easy)
            completions.append(transfer.end(with: outcome))
            slot.end()
            if let origin = transfer.origin {
                origin.remove(transfer)
                startNext(of: origin)
            }
            // libcurl keeps some state of a failed transfer, such as a refused stream, even if the handle is reset. In
            // the next transfer, it would look like a report of the server.
            guard isSuccess, transfer.code ?? 0 == 0, spareSlots.count < Self.maximumSpareSlots else { return }
            spareSlots.append(slot)
        }

        /// Delivers the completions of a tick together, since each separate delivery would wake another thread. Several
        /// completions are delivered on another thread, because all transfers share this thread's time.
        private mutating func deliverCompletions() {
            guard !completions.isEmpty else { return }
            if completions.count == 1 {
                completions[0].deliver()
            } else {
                completionQueue.async { [completions] in for completion in completions { completion.deliver() } }
            }
            completions = []
        }

        private var sleepMilliseconds: Int32 {
            let times = [nextDueTime, multis?.collected.dueTime, multis?.streamed.dueTime].compactMap { $0 }
            guard let next = times.min() else { return Self.longestSleepMilliseconds }
            let milliseconds = (next - ContinuousClock.now) / .milliseconds(1)
            return Int32(max(0, min(milliseconds.rounded(.up), Double(Self.longestSleepMilliseconds))))
        }
    }
#endif
