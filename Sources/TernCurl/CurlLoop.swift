#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// The loop of the engine's thread: executes commands, lets libcurl work, delivers completions, and sleeps.
    ///
    /// The loop and its properties are used on that thread only.
    final class CurlLoop {
        private let context: CurlContext
        /// One for each kind. Empty if libcurl can't allocate memory.
        private let multis: [CurlMulti]
        private var commands: [CurlEngineCommand] = []
        private var transfers: [Int: CurlTransfer] = [:]
        private var spareSlots: [CurlSlot] = []
        /// Each delivers the outcome of a transfer that has ended in this tick.
        private var completions: [@Sendable () -> Void] = []
        /// A separate queue, since all threads of a global queue may be busy.
        private let completionQueue = DispatchQueue(label: "Tern.completions")
        /// The earliest time at which a transfer can time out.
        private var nextDueTime: Duration?
        private var isStopping = false

        private static let maximumSpareSlots = 64
        private static let longestSleepMilliseconds: Int32 = 60_000

        init(_ context: CurlContext) {
            self.context = context
            multis = CurlMulti.Kind.allCases.compactMap { CurlMulti($0, context) }
        }

        func run() {
            let (commandQueue, connections, tick) = (context.commandQueue, context.connections, context.tick)
            while true {
                context.watch.didWake()
                tick.begin()
                context.watch.beginStep()
                commandQueue.takeAll(&commands)
                for command in commands { handle(command) }
                // Releases the requests that the commands hold.
                commands.removeAll(keepingCapacity: true)
                connections.work(at: tick.now)
                // The thread may have been delayed: a transfer must not time out while bytes of its response are
                // unread.
                if isAnyDue { connections.workOnAll(at: tick.now) }
                for multi in multis { multi.workIfDue() }
                connections.settle()
                tick.flush()
                finishAll()
                endDue()
                deliverCompletions()
                connections.endTick()
                context.watch.willSleep()
                if isStopping, transfers.isEmpty { break }
                connections.wait(milliseconds: commandQueue.prepareToSleep() ? sleepMilliseconds : 0)
            }
            spareSlots = []
            for multi in multis { multi.close() }
            commandQueue.close()
        }

        // MARK: - Private

        private func handle(_ command: CurlEngineCommand) {
            switch command {
            case .start(let prepared, let continuation): start(prepared, continuation)
            case .cancel(let id): end(transfers[id], with: .failure(CancellationError()))
            case .resume(let id, let mask): resume(transfers[id], mask)
            case .stop: isStopping = true
            }
        }

        private func start(_ prepared: CurlPreparedRequest, _ continuation: CurlResult.Continuation) {
            // The cancel command may have come before.
            guard !prepared.isCancelled else {
                return prepared.resume { continuation.value.resume(throwing: CancellationError()) }
            }
            let isShared = prepared.request.delivery.isCollected || prepared.request.attributes[ReadAtOnce.self]
            guard let multi = multis.first(where: { $0.kind == (isShared ? .collected : .streamed) }),
                let slot = spareSlots.popLast() ?? CurlSlot(context)
            else {
                let error = TernError(.transportFailed, reason: "libcurl can't allocate memory for another transfer.")
                return continuation.value.resume(throwing: error)
            }
            let transfer = CurlTransfer(prepared, continuation, slot, multi, context)
            transfers[prepared.id] = transfer
            // The end of the transfer subtracts it again.
            transfer.origin?.running += 1
            let error = slot.begin(transfer)
            guard error == 0 else { return end(transfer, with: .failure(slot.error(error))) }
            add(transfer)
            nextDueTime = min(nextDueTime ?? transfer.dueTime, transfer.dueTime)
        }

        private func startNext(of origin: CurlOrigin) {
            for transfer in origin.takeNext() { add(transfer) }
        }

        private func add(_ transfer: CurlTransfer) {
            let error = transfer.multi.add(transfer.slot.easy)
            guard error != 0 else { return }
            let reason = "libcurl rejected the transfer (multi error \(error))."
            end(transfer, with: .failure(TernError(.transportFailed, reason: reason)))
        }

        private func resume(_ transfer: CurlTransfer?, _ mask: Int32) {
            guard let transfer else { return }
            transfer.resume(mask)
            // Bytes that are decoded at this point can complete the body, or be malformed.
            if let outcome = transfer.outcome { end(transfer, with: outcome) }
        }

        private func finishAll() {
            for multi in multis {
                while case let finished = finished(of: multi), !finished.isEmpty {
                    for transfer in finished { finish(transfer) }
                }
            }
        }

        /// The transfers that libcurl has ended, with those that it ends because of them.
        private func finished(of multi: CurlMulti) -> [CurlTransfer] {
            var finished: [CurlTransfer] = []
            while let (easy, code) = multi.nextFinished() {
                guard let transfer = CurlSlot.of(easy)?.transfer else { continue }
                transfer.finish(code)
                finished.append(transfer)
                if transfer.wakeNeighbor() { multi.work(on: CurlSocketEvents.timeout, 0) }
            }
            return finished
        }

        private func finish(_ transfer: CurlTransfer) {
            if transfer.needsToWait {
                transfer.multi.remove(transfer.slot.easy)
                transfer.wait()
                // Without a running transfer to the origin, the end of a transfer would never start the waiting
                // transfers.
                if let origin = transfer.origin, origin.running == 0 { startNext(of: origin) }
            } else if let outcome = transfer.outcome {
                end(transfer, with: outcome)
            }
        }

        /// Whether any transfer can have timed out.
        private var isAnyDue: Bool { nextDueTime.map { $0 <= context.tick.now } ?? false }

        /// Ends all transfers that have timed out. The transfers are checked only when the earliest deadline has
        /// passed.
        private func endDue() {
            guard isAnyDue else { return }
            let overdue = transfers.filter { $0.value.isOverdue() }.sorted { $0.key < $1.key }
            for (_, transfer) in overdue {
                end(transfer, with: .failure(transfer.dueError))
            }
            nextDueTime = transfers.values.map(\.dueTime).min()
        }

        private func end(_ transfer: CurlTransfer?, with outcome: CurlResult.Outcome) {
            guard let transfer, transfers.removeValue(forKey: transfer.id) != nil else { return }
            let slot = transfer.slot
            transfer.multi.remove(slot.easy)
            completions.append(transfer.end(with: outcome))
            slot.end()
            if let origin = transfer.origin {
                origin.remove(transfer)
                startNext(of: origin)
            }
            // libcurl keeps some state of a failed transfer, such as a refused stream, even if the handle is reset. In
            // the next transfer, it would look like a report of the server.
            guard transfer.isFinishedWithoutError, case .success = outcome, spareSlots.count < Self.maximumSpareSlots
            else { return }
            spareSlots.append(slot)
        }

        /// Delivers the completions of a tick together, since each separate delivery would wake another thread. Several
        /// completions are delivered on another thread, because all transfers share this thread's time.
        private func deliverCompletions() {
            guard !completions.isEmpty else { return }
            if completions.count == 1 {
                completions[0]()
            } else {
                completionQueue.async { [completions] in for deliver in completions { deliver() } }
            }
            completions = []
        }

        private var sleepMilliseconds: Int32 {
            guard let next = (multis.map(\.dueTime) + [nextDueTime]).compactMap(\.self).min() else {
                return Self.longestSleepMilliseconds
            }
            let time = next - context.tick.currentTime
            guard time > .zero else { return 0 }
            guard time < .milliseconds(Self.longestSleepMilliseconds) else { return Self.longestSleepMilliseconds }
            // Rounded up, so that the thread doesn't wake before the time.
            let (seconds, attoseconds) = time.components
            return Int32(seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
        }
    }
#endif
