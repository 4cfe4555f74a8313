import Foundation

/// A bridged `NSError` has the domain `Tern.TernError` and, for each code, a number of its own.
extension TernError: LocalizedError, CustomNSError {
    /// `Tern.TernError`. It never changes.
    public static var errorDomain: String { "Tern.TernError" }

    /// The number of ``code``, which never changes. The number of a code that isn't Tern's is 1.
    ///
    /// | Code | Number | Code | Number |
    /// | --- | --- | --- | --- |
    /// | `invalidURL` | 100 | `proxyFailed` | 207 |
    /// | `invalidField` | 101 | `malformedResponse` | 208 |
    /// | `encodingFailed` | 102 | `tooManyRedirects` | 209 |
    /// | `missingSample` | 103 | `bodyTooLarge` | 210 |
    /// | `unsupportedConfiguration` | 104 | `bodyNotReplayable` | 211 |
    /// | `cancelled` | 200 | `transportFailed` | 212 |
    /// | `timedOut` | 201 | `unacceptableStatus` | 300 |
    /// | `notConnected` | 202 | `unacceptableMediaType` | 301 |
    /// | `hostNotFound` | 203 | `decodingFailed` | 302 |
    /// | `connectionRefused` | 204 | `pluginFailed` | 303 |
    /// | `connectionLost` | 205 | any other code | 1 |
    /// | `tlsFailed` | 206 | | |
    public var errorCode: Int { code.guidance.number }

    /// The texts of the bridged `NSError`: for people `NSLocalizedDescriptionKey` and
    /// `NSLocalizedRecoverySuggestionErrorKey`, for developers `NSDebugDescriptionErrorKey` with ``description``.
    ///
    /// `NSUnderlyingErrorKey` has domain, code and redacted text of ``underlying``, and none of its `userInfo`.
    public var errorUserInfo: [String: Any] {
        let guidance = code.guidance
        var info = BridgedError.userInfo(guidance.sentence, suggestion: guidance.suggestion, description: description)
        if let underlying {
            let error = underlying as NSError
            let text = underlyingText.map { [NSDebugDescriptionErrorKey: $0] }
            info[NSUnderlyingErrorKey] = NSError(domain: error.domain, code: error.code, userInfo: text)
        }
        return info
    }

    /// What failed, in one English sentence that can be shown to a person: without URL, names of types and advice for
    /// developers. `localizedDescription` is the same.
    public var errorDescription: String? { code.guidance.sentence }

    /// `nil`: ``errorDescription`` says all that a person needs. See ``reason`` for developers.
    public var failureReason: String? { nil }

    /// What the person can do, in one short English sentence; `nil` where there is nothing to do. See ``advice`` for
    /// developers.
    public var recoverySuggestion: String? { code.guidance.suggestion }
}
