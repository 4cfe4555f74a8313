#if os(Linux)
    import CTernCurl
    import Foundation

    /// What the engine's thread does: takes letters, lets libcurl work, hands out what has ended, sleeps.
    ///
    /// Only that thread touches it, and all that it holds.
    struct CurlLoop {
        private let mailbox: CurlMailbox
        private let settings: CurlSettings
        /// Holds the cookies of all handles; `nil` without cookies.
        private let share: tern_curl_share?
        private var transfers: [Int: CurlTransfer] = [:]
        private var idsByHandle: [tern_curl_easy: Int] = [:]
        /// Handles to use again; libcurl keeps their buffers.
        private var spareHandles: [tern_curl_easy] = []
        private var deadlines = CurlDeadlines()
        private let outbox = CurlOutbox()
        private var isStopping = false

        private static let maximumSpareHandles = 64
        private static let longestSleepMilliseconds: Int32 = 60_000

        /// Idle connections that are kept; libcurl's own limit follows the transfers under way.
        private static let maximumConnections = 256
        private static let shareOption: Int32 = 1
        private static let shareCookies: Int32 = 2

        init(mailbox: CurlMailbox, settings: CurlSettings) {
            self.mailbox = mailbox
            self.settings = settings
            share = settings.configuration.cookies == .inMemory ? tern_curl_share_init() : nil
            if let share { _ = tern_curl_share_set_int(share, Self.shareOption, Self.shareCookies) }
            _ = tern_curl_multi_set_long(mailbox.multi, CurlMultiOption.maximumConnections, Self.maximumConnections)
            if let limit = settings.configuration.connectionsPerHost {
                _ = tern_curl_multi_set_long(mailbox.multi, CurlMultiOption.connectionsPerHost, limit)
            }
        }

        mutating func run() {
            while true {
                for letter in mailbox.takeAll() { handle(letter) }
                var running: Int32 = 0
                _ = tern_curl_multi_perform(mailbox.multi, &running)
                outbox.handOver()
                finishAll()
                endDue()
                if isStopping, transfers.isEmpty { break }
                _ = tern_curl_multi_poll(mailbox.multi, sleepMilliseconds)
            }
            for handle in spareHandles { tern_curl_easy_cleanup(handle) }
            mailbox.close()
            if let share { _ = tern_curl_share_cleanup(share) }
        }

        // MARK: - Private

        private mutating func handle(_ letter: CurlMailbox.Letter) {
            switch letter {
            case .start(let submission): start(submission)
            case .cancel(let id): end(id, with: .failure(CancellationError()))
            case .resume(let id, let mask): transfers[id]?.resume(mask)
            case .stop: isStopping = true
            }
        }

        private mutating func start(_ submission: CurlSubmission) {
            guard let easy = spareHandles.popLast() ?? tern_curl_easy_init() else {
                submission.continuation.resume(
                    throwing: TernError(.transportFailed, reason: "libcurl has no memory for another transfer.")
                )
                return
            }
            let transfer = CurlTransfer(submission, settings: settings, mailbox: mailbox, outbox: outbox, easy: easy)
            transfers[submission.id] = transfer
            idsByHandle[easy] = submission.id
            if let share { tern_curl_set_pointer(easy, CurlOption.share, share) }
            let error = transfer.configure(settings)
            guard error == 0 else { return end(submission.id, with: .failure(transfer.error(error))) }
            let multiError = tern_curl_multi_add(mailbox.multi, easy)
            guard multiError == 0 else {
                let reason = "libcurl took no transfer (multi error \(multiError))."
                return end(submission.id, with: .failure(TernError(.transportFailed, reason: reason)))
            }
            deadlines.add(submission.id, at: transfer.dueTime)
        }

        private mutating func finishAll() {
            while let message = tern_curl_multi_info_read(mailbox.multi) {
                let (easy, code) = (message.pointee.easy, message.pointee.data.result)
                // CURLMSG_DONE is the only kind there is.
                guard message.pointee.msg == 1, let easy, let id = idsByHandle[easy], let transfer = transfers[id]
                else {
                    continue
                }
                end(id, with: transfer.result(of: code))
            }
        }

        private mutating func endDue() {
            let now = ContinuousClock.now
            while let id = deadlines.takeDue(at: now) {
                guard let transfer = transfers[id] else { continue }
                let time = transfer.dueTime
                if time > now {
                    deadlines.add(id, at: time)
                } else {
                    end(id, with: .failure(transfer.dueError))
                }
            }
        }

        private mutating func end(_ id: Int, with result: Result<TransportResponse, any Error>) {
            guard let transfer = transfers.removeValue(forKey: id) else { return }
            let easy = transfer.easy
            idsByHandle[easy] = nil
            // Removing an unfinished transfer closes its connection.
            _ = tern_curl_multi_remove(mailbox.multi, easy)
            if spareHandles.count < Self.maximumSpareHandles {
                tern_curl_easy_reset(easy)
                spareHandles.append(easy)
            } else {
                tern_curl_easy_cleanup(easy)
            }
            transfer.end(with: result)
        }

        private var sleepMilliseconds: Int32 {
            guard let next = deadlines.next else { return Self.longestSleepMilliseconds }
            let milliseconds = (next - ContinuousClock.now) / .milliseconds(1)
            return Int32(max(0, min(milliseconds.rounded(.up), Double(Self.longestSleepMilliseconds))))
        }
    }

    /// The transfers that have something of a body to hand over when libcurl is done with its work.
    final class CurlOutbox {
        var transfers: [CurlTransfer] = []

        func handOver() {
            // Handing over can pause a transfer, in which libcurl may hand out more.
            while let transfer = transfers.popLast() { transfer.handOver() }
        }
    }
#endif
