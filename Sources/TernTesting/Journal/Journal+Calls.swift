import Foundation
import Tern

extension Journal {
    /// One call, and all that became of it.
    public struct Call<Target: Sendable>: Sendable {
        /// Its number in the journal, from 1.
        public let number: Int
        /// The case with its arguments.
        public let target: Target
        public let events: [Event]

        /// The requests of its attempts, redirects not among them.
        public var requests: [RecordedRequest] {
            events.compactMap { if case .sent(let request) = $0.kind { request } else { nil } }
        }

        /// How many attempts there were.
        public var attempts: Int { requests.count }

        /// `nil` while it is under way.
        public var outcome: Outcome? {
            events.lazy.compactMap { if case .ended(let outcome) = $0.kind { outcome } else { nil } }.first
        }
    }

    /// The calls of one target's cases, in the order they were made. One that a recorded provider sends to a server which
    /// serves these cases, with the same journal, is there twice: as it left, and as it arrived.
    public func calls<Target: TargetType>(of type: Target.Type) -> [Call<Target>] {
        grouped.compactMap { number, events in
            for case .began(let target as Target) in events.map(\.kind) {
                return Call(number: number, target: target, events: events)
            }
            return nil
        }
    }

    /// The calls of one case with these arguments, in the order they were made.
    public func calls<Target: TargetType & Equatable>(of target: Target) -> [Call<Target>] {
        calls(of: Target.self).filter { $0.target == target }
    }

    /// All requests at all doubles, in the order they were sent. One that a recorded provider sends to a server or a
    /// session with the same journal is there twice: as it left, and as it arrived.
    public var requests: [RecordedRequest] {
        events.compactMap { if case .sent(let request) = $0.kind { request } else { nil } }
    }

    // MARK: - Private

    /// The events of each call.
    private var grouped: [(Int, [Event])] {
        Dictionary(grouping: events, by: \.call).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}

extension Journal.Call: CustomStringConvertible, CustomReflectable {
    /// The target's type, and how the call ended.
    public var description: String { "#\(number) \(Target.self): \(outcome.map { "\($0)" } ?? "under way")" }

    public var customMirror: Mirror {
        Mirror(self, children: ["call": description, "events": events], displayStyle: .struct)
    }
}
