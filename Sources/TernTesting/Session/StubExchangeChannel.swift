import Foundation
import Tern

/// The way from an exchange to its session, which is another on each platform.
protocol StubExchangeChannel: Sendable {
    /// Whether the session may be told a body piece by piece.
    var takesPieces: Bool { get }

    /// - Throws: ``StubSessionError`` if the task can't be answered at all.
    func check(_ request: RecordedRequest) throws

    /// There is something to tell, so that ``StubExchange/next()`` has to be asked.
    func wake()

    /// Finds out what becomes of a redirect. Where the task is cancelled meanwhile, nothing need be decided.
    func redirect(
        to next: URLRequest,
        by response: HTTPURLResponse,
        decide: @escaping @Sendable (StubRedirect) -> Void
    )
}

enum StubRedirect: Sendable {
    /// The stub is asked for this one.
    case follow(URLRequest)
    /// The redirect is the answer.
    case stay
    /// The session decides.
    case leave(URLRequest)
}
