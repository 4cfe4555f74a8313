#if os(Linux)
    import CTernCurl
    import Foundation

    /// What the engine's thread does: takes letters, lets libcurl work, hands out what has ended, sleeps.
    ///
    /// Only that thread touches it, and all that it holds.
    struct CurlLoop {
        private let mailbox: CurlMailbox
        private var transfers: [Int: CurlTransfer] = [:]
        private var idsByHandle: [tern_curl_easy: Int] = [:]
        /// Handles to use again; libcurl keeps their buffers.
        private var spareHandles: [tern_curl_easy] = []
        private var deadlines = CurlDeadlines()
        private var isStopping = false

        private static let maximumSpareHandles = 64
        private static let longestSleepMilliseconds: Int32 = 60_000

        init(mailbox: CurlMailbox) {
            self.mailbox = mailbox
        }

        mutating func run() {
            while true {
                for letter in mailbox.takeAll() { handle(letter) }
                var running: Int32 = 0
                _ = tern_curl_multi_perform(mailbox.multi, &running)
                finishAll()
                endIdle()
                if isStopping, transfers.isEmpty { break }
                _ = tern_curl_multi_poll(mailbox.multi, sleepMilliseconds)
            }
            for handle in spareHandles { tern_curl_easy_cleanup(handle) }
            mailbox.close()
        }

        // MARK: - Private

        private mutating func handle(_ letter: CurlMailbox.Letter) {
            switch letter {
            case .start(let submission): start(submission)
            case .cancel(let id): end(id, with: .failure(CancellationError()))
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
            let transfer = CurlTransfer(submission, easy: easy)
            transfer.configure()
            let code = tern_curl_multi_add(mailbox.multi, easy)
            transfers[submission.id] = transfer
            idsByHandle[easy] = submission.id
            guard code == 0 else {
                let reason = "libcurl took no transfer (multi error \(code))."
                return end(submission.id, with: .failure(TernError(.transportFailed, reason: reason)))
            }
            deadlines.add(submission.id, at: transfer.idleDeadline)
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

        private mutating func endIdle() {
            let now = ContinuousClock.now
            while let id = deadlines.takeDue(at: now) {
                guard let transfer = transfers[id] else { continue }
                if transfer.idleDeadline > now {
                    deadlines.add(id, at: transfer.idleDeadline)
                } else {
                    end(id, with: .failure(transfer.idleError))
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
#endif
