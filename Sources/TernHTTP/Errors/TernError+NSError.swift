import Foundation

/// A bridged `NSError` has the domain `Tern.TernError` and a separate number for each code.
extension TernError: LocalizedError, CustomNSError {
    /// `Tern.TernError`. It never changes.
    public static var errorDomain: String { "Tern.TernError" }

    /// The number of ``code``. It never changes. Custom codes have the number 1.
    ///
    /// | Code | Number | Code | Number |
    /// | --- | --- | --- | --- |
    /// | `invalidURL` | 100 | `malformedResponse` | 208 |
    /// | `invalidField` | 101 | `tooManyRedirects` | 209 |
    /// | `encodingFailed` | 102 | `bodyTooLarge` | 210 |
    /// | `missingSample` | 103 | `bodyNotReplayable` | 211 |
    /// | `unsupportedConfiguration` | 104 | `transportFailed` | 212 |
    /// | `cancelled` | 200 | `fileFailed` | 213 |
    /// | `timedOut` | 201 | `overloaded` | 214 |
    /// | `notConnected` | 202 | `unacceptableStatus` | 300 |
    /// | `hostNotFound` | 203 | `unacceptableMediaType` | 301 |
    /// | `connectionRefused` | 204 | `decodingFailed` | 302 |
    /// | `connectionLost` | 205 | `pluginFailed` | 303 |
    /// | `tlsFailed` | 206 | `missingCredentials` | 304 |
    /// | `proxyFailed` | 207 | `refreshFailed` | 305 |
    /// | `tooManyRefreshes` | 306 | `invalidNextPage` | 307 |
    /// | `credentialsNotStored` | 308 | any other code | 1 |
    public var errorCode: Int { code.guidance.number }

    /// The texts of the bridged `NSError`: for people `NSLocalizedDescriptionKey` and
    /// `NSLocalizedRecoverySuggestionErrorKey`, for developers `NSDebugDescriptionErrorKey` with ``description``.
    ///
    /// `NSUnderlyingErrorKey` has the domain, code and redacted text of ``underlying``, but not its `userInfo`.
    public var errorUserInfo: [String: Any] {
        let (sentence, suggestion) = textsForPeople
        var info = BridgedError.userInfo(sentence, suggestion: suggestion, description: description)
        if let underlying {
            let error = underlying as NSError
            let text = underlyingText.map { [NSDebugDescriptionErrorKey: $0] }
            info[NSUnderlyingErrorKey] = NSError(domain: error.domain, code: error.code, userInfo: text)
        }
        return info
    }

    /// One English sentence about the failure that an app can show to a person. It has no URL, type names or advice for
    /// developers. `localizedDescription` is the same. With the code `unacceptableStatus`, it depends on the status.
    public var errorDescription: String? { textsForPeople.sentence }

    /// Always `nil`. ``errorDescription`` is the whole text for people. For developers, see ``reason``.
    public var failureReason: String? { nil }

    /// One short English sentence with the next step for the person, or `nil` if there is none. For developers, see
    /// ``advice``.
    public var recoverySuggestion: String? { textsForPeople.suggestion }

    private var textsForPeople: (sentence: String, suggestion: String?) {
        if code == .unacceptableStatus, let texts = response.flatMap({ Code.sentence(forStatus: $0.statusCode) }) {
            return texts
        }
        return (code.guidance.sentence, code.guidance.suggestion)
    }
}

/// The `userInfo` of an `NSError` that a public error type is bridged to.
///
/// Foundation on Linux ignores `LocalizedError` of a type that is also a `CustomNSError`, so the texts for people are
/// here.
package enum BridgedError {
    /// - Parameters:
    ///   - sentence: For `localizedDescription`: one sentence for people.
    ///   - suggestion: For `localizedRecoverySuggestion`: the next step for people, or `nil`.
    ///   - description: For developers. Secrets are redacted already.
    package static func userInfo(
        _ sentence: String,
        suggestion: String? = nil,
        description: String
    ) -> [String: Any] {
        var info: [String: Any] = [NSLocalizedDescriptionKey: sentence, NSDebugDescriptionErrorKey: description]
        if let suggestion { info[NSLocalizedRecoverySuggestionErrorKey] = suggestion }
        return info
    }
}
