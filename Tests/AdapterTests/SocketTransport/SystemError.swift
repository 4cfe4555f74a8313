import Foundation
import Tern

/// A system call that failed.
struct SystemError: Error, CustomStringConvertible {
    let number: Int32

    /// The error of the last call on this thread.
    static var last: SystemError { SystemError(number: errno) }

    var description: String { String(cString: strerror(number)) }

    /// The error of a connection that can't be opened.
    func connecting(to origin: Origin) -> TernError {
        let code: TernError.Code =
            switch number {
            case ECONNREFUSED, ECONNRESET: .connectionRefused
            case ETIMEDOUT: .timedOut
            case EMFILE, ENFILE: .transportFailed
            // The network or the route to the host is down.
            default: .notConnected
            }
        return TernError(code, reason: "\(origin.hostField) can't be connected to: \(self).", underlying: self)
    }
}
