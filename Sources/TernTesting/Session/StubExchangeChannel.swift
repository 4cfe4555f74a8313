import Foundation
import Tern

/// The connection from an exchange to its session, which differs between platforms.
protocol StubExchangeChannel: Sendable {
    /// Whether the body may be delivered piece by piece.
    var takesPieces: Bool { get }

    /// - Throws: `TestKitError` if the task is of an unsupported kind.
    func check(_ request: RecordedRequest) throws

    /// Notifies the session that ``StubExchange/take()`` has parts to deliver.
    func wake()

    /// Decides how a redirect is handled.
    ///
    /// - Throws: `CancellationError` when the exchange is cancelled.
    func redirect(to next: URLRequest, by response: HTTPURLResponse) async throws -> StubRedirect
}

enum StubRedirect: Sendable {
    /// Follows the redirect with this request.
    case follow(URLRequest)
    /// Uses the redirect as the response.
    case useAsResponse
    /// Leaves the decision to the session.
    case passToSession(URLRequest)
}
