import Foundation
import Tern

extension Journal {
    /// One event of a call.
    public struct Event: Sendable {
        /// The kind of an event, with its values.
        @nonexhaustive
        public enum Kind: Sendable {
            /// A call was made. The target is the case with its arguments. It is `nil` unless a provider recorded
            /// the event, or the route of a session or a server was made from the case.
            case began(target: (any TargetType)?)
            /// A request was sent or received. It is recorded as it was on the wire.
            case sent(RecordedRequest)
            /// The server redirected the request to this next request.
            case redirected(status: Int, to: RecordedRequest)
            /// This number of bytes of the response body arrived. The network decides how a body is split. The bytes of
            /// a partial file that a download continues aren't counted.
            case received(bytes: Int)
            /// A cache had this part in the response that the attempt received next. For a stored response, there is no
            /// `.sent`.
            case cached(Response.CacheStatus)
            /// The attempt received a response.
            case responded(status: Int, headers: HTTPHeaders)
            /// The attempt failed without a response.
            case failed(TernError.Code)
            /// The caller's task was cancelled. The call has not ended yet.
            case cancelled
            /// The call ended.
            case ended(Outcome)
        }

        /// The position in the journal, from 1.
        public let number: Int
        /// The number of the call, from 1.
        public let call: Int
        /// The number of the attempt in the call, from 1.
        public let attempt: Int
        /// The time since the journal was created, on the clock of the journal.
        public let time: Duration
        /// The kind of the event, with its values.
        public internal(set) var kind: Kind

        /// The request of `.sent` and `.redirected`. Setting it has no effect on other events.
        var request: RecordedRequest? {
            get {
                switch kind {
                case .sent(let request), .redirected(_, let request): request
                default: nil
                }
            }
            set {
                switch (kind, newValue) {
                case (.sent, let request?): kind = .sent(request)
                case (.redirected(let status, _), let request?): kind = .redirected(status: status, to: request)
                default: break
                }
            }
        }
    }

    /// The outcome of a call.
    @nonexhaustive
    public enum Outcome: Sendable, Hashable {
        /// The call received a response with this status.
        case response(status: Int)
        /// The call failed with this code. A provider also records a response in this way if the target's validation
        /// doesn't accept it: a 404 is `.failure(.unacceptableStatus)`.
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
    /// The event without its numbers and time, so that two journals can be compared: `sent GET
    /// https://api.example.com/users`.
    public var description: String {
        switch kind {
        case .began(let target): "began \(target.map { "\(type(of: $0))" } ?? "")"
        case .sent(let request): "sent \(request)"
        case .redirected(let status, let request): "redirected \(status) \(request)"
        case .received(let bytes): "received \(bytes)"
        case .cached(let status): "cached \(status)"
        case .responded(let status, _): "responded \(status)"
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

extension Journal.Event.Kind: CustomStringConvertible, TextReflectable {
    /// The event without the arguments of the case, and without secrets of the request.
    public var description: String {
        Journal.Event(number: 0, call: 0, attempt: 0, time: .zero, kind: self).description
    }
}
