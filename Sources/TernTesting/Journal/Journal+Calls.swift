import Foundation
import Tern

extension Journal {
    /// One call with its events.
    public struct RecordedCall<Target: Sendable>: Sendable {
        /// The number of the call in the journal, from 1.
        public let number: Int
        /// The case with its arguments.
        public let target: Target
        /// The events of the call, in order.
        public let events: [Event]

        /// The requests of the attempts, without requests that follow a redirect.
        public var requests: [RecordedRequest] {
            events.compactMap { if case .sent(let request) = $0.kind { request } else { nil } }
        }

        /// The number of attempts that sent a request. 0 if a cache has responded.
        public var attempts: Int { requests.count }

        /// The outcome of the call. `nil` while the call is running.
        public var outcome: Outcome? {
            events.lazy.compactMap { if case .ended(let outcome) = $0.kind { outcome } else { nil } }.first
        }
    }

    /// The calls of the target's cases, in the order in which they were made. If a session or a
    /// server with `.case(…)` routes records into the same journal, the call appears twice: as sent and as received.
    public func calls<Target: TargetType>(of type: Target.Type) -> [RecordedCall<Target>] {
        grouped.compactMap { number, events in
            for case .began(let target as Target) in events.map(\.kind) {
                return RecordedCall(number: number, target: target, events: events)
            }
            return nil
        }
    }

    /// The calls of one case with these arguments, in the order in which they were made.
    public func calls<Target: TargetType & Equatable>(of target: Target) -> [RecordedCall<Target>] {
        calls(of: Target.self).filter { $0.target == target }
    }

    /// The requests of all doubles, in the order in which they were sent. A request that follows a redirect of a
    /// provider, or on Linux of a ``StubSession``, is only in the event `.redirected` of ``events``.
    ///
    /// If a recorded provider sends a request to a server or a session that records into the same journal, the request
    /// appears twice: as sent and as received.
    public var requests: [RecordedRequest] {
        events.compactMap { if case .sent(let request) = $0.kind { request } else { nil } }
    }

    /// Waits until this number of requests is recorded, and returns all requests so far. A test can use this method to
    /// wait for a request of a task that it can't await:
    ///
    /// ```swift
    /// screen.refresh()
    /// let request = try await journal.waitForRequests(atLeast: 1)[0]
    /// ```
    ///
    /// - Throws: `CancellationError` when the task is cancelled, for example by the time limit of the test.
    @discardableResult
    public func waitForRequests(atLeast minimum: Int) async throws -> [RecordedRequest] {
        try await state.wait { $0.requestCount >= minimum ? .success(()) : nil }
        return requests
    }

    // MARK: - Private

    /// The events of each call.
    private var grouped: [(Int, [Event])] {
        Dictionary(grouping: events, by: \.call).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Journal.RecordedCall: CustomStringConvertible, CustomReflectable {
    /// The case without its arguments, and the outcome of the call.
    public var description: String { "#\(number) \(targetName(of: target)): \(outcome.map { "\($0)" } ?? "running")" }

    public var customMirror: Mirror {
        Mirror(self, children: ["call": description, "events": events], displayStyle: .struct)
    }
}
