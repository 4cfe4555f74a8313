import Foundation
import Tern

/// What goes wrong with one call of a ``FaultSweep``.
public struct Fault: Sendable {
    enum Effect: Sendable {
        /// Another answer than the right one.
        case answer(@Sendable (SampleResponse) -> SampleResponse)
        /// The right answer, but late on the provider's clock.
        case delay(Duration)
        /// The task of the body is cancelled while the call is under way.
        case cancel
    }

    public let name: String
    let effect: Effect

    private init(name: String, effect: Effect) {
        self.name = name
        self.effect = effect
    }

    /// A fault of your own.
    ///
    /// - Parameter answer: Makes the wrong answer of the right one, once for each attempt.
    public init(_ name: String, answer: @escaping @Sendable (SampleResponse) -> SampleResponse) {
        self.init(name: name, effect: .answer(answer))
    }
}

extension Fault {
    /// All of the ready ones, but for other durations of ``slow(by:)``.
    public static let all: [Fault] = [
        .offline, .unknownHost, .timeout, .status(401), .status(403), .status(404), .status(409),
        .tooManyRequests(retryAfter: 30), .status(500), .status(503), .emptyBody, .truncatedBody, .htmlBody,
        .slow(by: .seconds(3600)), .cancel,
    ]

    /// There is no network.
    public static let offline = failing("offline", .notConnectedToInternet)

    /// The name service doesn't know the host.
    public static let unknownHost = failing("DNS", .cannotFindHost)

    /// The transport gives up waiting.
    public static let timeout = failing("timeout", .timedOut)

    /// A status, with a body of JSON that says so.
    public static func status(_ code: Int) -> Fault {
        Fault("\(code)") { _ in .json(["message": "status \(code)"], status: code) }
    }

    /// 429 with a `Retry-After` of so many seconds.
    public static func tooManyRequests(retryAfter seconds: Int) -> Fault {
        Fault("429") { _ in
            .json(["message": "status 429"], status: 429, headers: ["Retry-After": "\(seconds)"])
        }
    }

    /// The status and the fields of the right answer, without its body.
    public static let emptyBody = Fault("empty body") { $0.replacingBody(with: Data()) }

    /// The first half of the right answer's body, as if it were all.
    public static let truncatedBody = Fault("truncated body") { answer in
        guard let body = answer.body else { return answer }
        return answer.replacingBody(with: body.prefix(body.count / 2))
    }

    /// 200 with a page of HTML, as networks answer that want a login.
    public static let htmlBody = Fault("HTML body") { _ in
        let page = "<!DOCTYPE html><html><body>Log in to use this network.</body></html>"
        return .text(page, headers: ["Content-Type": "text/html; charset=utf-8"])
    }

    /// The right answer after so long on the provider's clock, of which no real time passes.
    ///
    /// The call fails with `TernError.Code.timedOut` if the target's `timeout` is shorter, or the 60 s for which
    /// transports wait by default.
    public static func slow(by duration: Duration) -> Fault {
        Fault(name: "slow", effect: .delay(duration))
    }

    /// The task of the body is cancelled while the call is under way. A body that returns nonetheless is a silent
    /// success.
    public static let cancel = Fault(name: "cancel", effect: .cancel)

    private static func failing(_ name: String, _ code: URLError.Code) -> Fault {
        Fault(name) { _ in .networkError(URLError(code)) }
    }
}

extension Fault: CustomStringConvertible, CustomReflectable {
    public var description: String { name }

    public var customMirror: Mirror { Mirror(self, children: ["name": name], displayStyle: .struct) }
}
