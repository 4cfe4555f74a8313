import Foundation

/// The default error of a `#` in marbles.
public struct MarbleFailure: Error, Sendable, Hashable {
    /// Creates the error.
    public init() {}
}

extension MarbleFailure: LocalizedError, CustomNSError {
    /// `Tern.MarbleFailure`. It never changes.
    public static var errorDomain: String { "Tern.MarbleFailure" }

    /// 1. It never changes.
    public var errorCode: Int { 1 }

    public var errorUserInfo: [String: Any] {
        bridgedUserInfo(sentence, description: "\(self)")
    }

    public var errorDescription: String? { sentence }

    private var sentence: String { "The sequence failed." }
}
