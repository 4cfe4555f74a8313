import Foundation

// Waits during which no byte arrives. They throw `.timedOut` after the idle timeout of the request, if it has one.
extension StubTransport {
    func wait(for interval: Duration, as request: Request) async throws {
        guard let limit = request.idleTimeout, limit < interval else {
            return try await Waiting.wait(for: interval, on: clock)
        }
        // One sleep, since the order of two sleeps would depend on the clock.
        try await Waiting.wait(for: limit, on: clock)
        throw TernError.idle(for: limit)
    }

    func wait(for gate: SampleGate, as request: Request) async throws {
        try await limit(request) { try await gate.pass() }
    }

    func wait(for arrival: SampleArrival?, after delay: Duration, as request: Request) async throws {
        guard let arrival else { return try await wait(for: delay, as: request) }
        if request.idleTimeout != nil, let further = arrival.fixedDelay {
            let total = min(delay, Waiting.forever) + min(further, Waiting.forever)
            return try await wait(for: total, as: request)
        }
        try await limit(request) { [clock] in
            try await Waiting.wait(for: delay, on: clock)
            try await arrival.wait(on: clock)
        }
    }

    private func limit(_ request: Request, _ wait: @escaping @Sendable () async throws -> Void) async throws {
        guard let limit = request.idleTimeout else { return try await wait() }
        try await Waiting.limit(limit, on: clock, error: .idle(for: limit), operation: wait)
    }
}
