import Foundation
import Tern

extension Journal {
    /// One thing that happened.
    public struct Event: Sendable {
        public enum Kind: Sendable {
            /// A call was made; at a provider, or at a server that serves an API's cases, the case with its arguments.
            case began(target: (any TargetType)?)
            /// A request left, or arrived: as it is on the wire.
            case sent(RecordedRequest)
            /// The server redirected; this was sent next.
            case redirected(status: Int, to: RecordedRequest)
            /// So many bytes of the answer's body came. How a body is cut is up to the network.
            case received(bytes: Int)
            /// The attempt was answered.
            case answered(status: Int, headers: HTTPHeaders)
            /// The attempt failed without an answer.
            case failed(TernError.Code)
            /// The caller was cancelled; the call was still to end.
            case cancelled
            /// The call is over.
            case ended(Outcome)
        }

        /// From 1 in the order of the journal.
        public let number: Int
        /// Which call it belongs to, from 1.
        public let call: Int
        /// Which attempt of the call, from 1.
        public let attempt: Int
        /// Since the journal was made, on its clock.
        public let time: Duration
        public let kind: Kind
    }

    /// How a call ended.
    public enum Outcome: Sendable, Hashable {
        case response(status: Int)
        case failure(TernError.Code)
    }
}

extension Journal.Outcome: CustomStringConvertible {
    public var description: String {
        switch self {
        case .response(let status): "\(status)"
        case .failure(let code): "\(code)"
        }
    }
}

extension Journal.Event: CustomStringConvertible, CustomReflectable {
    /// Without numbers and time, so that two journals can be compared: `sent GET https://api.example.com/users`.
    public var description: String {
        switch kind {
        case .began(let target): "began \(target.map { "\(type(of: $0))" } ?? "")"
        case .sent(let request): "sent \(request)"
        case .redirected(let status, let request): "redirected \(status) \(request)"
        case .received(let bytes): "received \(bytes)"
        case .answered(let status, _): "answered \(status)"
        case .failed(let code): "failed \(code)"
        case .cancelled: "cancelled"
        case .ended(let outcome): "ended \(outcome)"
        }
    }

    public var customMirror: Mirror {
        Mirror(
            self,
            children: ["number": number, "call": call, "attempt": attempt, "time": time, "event": description],
            displayStyle: .struct
        )
    }
}

extension Journal.Event.Kind: CustomStringConvertible, CustomReflectable {
    /// Without the arguments of a case, and without secrets of a request.
    public var description: String {
        Journal.Event(number: 0, call: 0, attempt: 0, time: .zero, kind: self).description
    }

    public var customMirror: Mirror { Mirror(self, children: ["event": description], displayStyle: .enum) }
}
