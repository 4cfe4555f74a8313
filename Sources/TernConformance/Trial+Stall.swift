import Tern

extension Trial {
    /// The value of an exchange whose idle time is longer than the pauses of its server.
    ///
    /// On a busy machine, the process may stand still for longer than the idle time. Then the timeout is right, and the
    /// exchange is repeated.
    func repeatingAfterStall<Value: Sendable>(_ exchange: @Sendable () async throws -> Value) async throws -> Value {
        while true {
            let stall = Stall()
            let watch = Task {
                while !Task.isCancelled {
                    try await Task.sleep(for: .milliseconds(50))
                    stall.note()
                }
            }
            defer { watch.cancel() }
            do {
                return try await exchange()
            } catch let error as TernError where error.code == .timedOut {
                stall.note()
                guard stall.longest > .seconds(1) else { throw error }
            }
        }
    }
}

/// The longest time between two notes.
private final class Stall: Sendable {
    private let times = Locked((last: ContinuousClock.now, longest: Duration.zero))

    var longest: Duration { times.withLock { $0.longest } }

    func note() {
        let now = ContinuousClock.now
        times.withLock { times in
            times.longest = max(times.longest, now - times.last)
            times.last = now
        }
    }
}
