import Foundation
import Tern

extension FaultSweep {
    /// A failure of one call.
    public struct Fault: Sendable {
        enum Effect: Sendable {
            /// Replaces the correct response.
            case response(@Sendable (SampleResponse) -> SampleResponse)
            /// Delays the correct response on the provider's clock.
            case delay(Duration)
            /// Cancels the task of the body while the call is running.
            case cancel
        }

        /// The name of the fault in reports, such as `offline`.
        public let name: String
        let effect: Effect

        private init(name: String, effect: Effect) {
            self.name = name
            self.effect = effect
        }

        /// A custom fault.
        ///
        /// - Parameters:
        ///   - name: The name in reports.
        ///   - response: Creates the faulty response from the correct response, once for each attempt.
        public init(_ name: String, response: @escaping @Sendable (SampleResponse) -> SampleResponse) {
            self.init(name: name, effect: .response(response))
        }
    }
}

extension FaultSweep.Fault {
    /// All predefined faults. ``slow(by:)`` is included with one hour.
    public static let all: [Self] = [
        .offline, .unknownHost, .timeout, .status(401), .status(403), .status(404), .status(409),
        .tooManyRequests(retryAfter: 30), .status(500), .status(503), .emptyBody, .truncatedBody, .htmlBody,
        .slow(by: .seconds(3600)), .cancel,
    ]

    /// The device has no network connection.
    public static let offline = failing("offline", .notConnectedToInternet)

    /// DNS can't find the host.
    public static let unknownHost = failing("DNS", .cannotFindHost)

    /// The transport times out.
    public static let timeout = failing("timeout", .timedOut)

    /// A response with this status, and a JSON body that names the status.
    public static func status(_ code: Int) -> Self {
        Self("\(code)") { _ in .json(["message": "status \(code)"], status: code) }
    }

    /// A response with status 429 and a `Retry-After` field with this number of seconds.
    public static func tooManyRequests(retryAfter seconds: Int) -> Self {
        Self("429") { _ in
            .json(["message": "status 429"], status: 429, headers: ["Retry-After": "\(seconds)"])
        }
    }

    /// The status and the header fields of the correct response, without its body.
    public static let emptyBody = Self("empty body") { $0.replacingBody(with: Data()) }

    /// A complete response that contains only the first half of the correct response's body.
    public static let truncatedBody = Self("truncated body") { response in
        guard let body = response.body else { return response }
        return response.replacingBody(with: body.prefix(body.count / 2))
    }

    /// Status 200 with an HTML page, like the response of a network that requires a login.
    public static let htmlBody = Self("HTML body") { _ in
        let page = "<!DOCTYPE html><html><body>Log in to use this network.</body></html>"
        return .text(page, headers: ["Content-Type": "text/html; charset=utf-8"])
    }

    /// The correct response after this delay on the provider's clock, which takes no real time.
    ///
    /// The call fails with `TernError.Code.timedOut` if the delay is longer than the target's `timeout`, or than the
    /// idle timeout of transports, 60 s by default.
    public static func slow(by duration: Duration) -> Self {
        Self(name: "slow", effect: .delay(duration))
    }

    /// Cancels the task of the body while the call is running. If the body returns without an error, the outcome is a
    /// silent success.
    public static let cancel = Self(name: "cancel", effect: .cancel)

    private static func failing(_ name: String, _ code: URLError.Code) -> Self {
        Self(name) { _ in .networkError(URLError(code)) }
    }
}

extension FaultSweep.Fault: CustomStringConvertible, CustomReflectable {
    public var description: String { name }

    public var customMirror: Mirror { Mirror(self, children: ["name": name], displayStyle: .struct) }
}
