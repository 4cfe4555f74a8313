import Foundation

/// The `userInfo` of an `NSError` that a public error type is bridged to.
///
/// Foundation on Linux ignores `LocalizedError` of a type that is also a `CustomNSError`, so the texts for people are
/// here.
package enum BridgedError {
    /// - Parameters:
    ///   - sentence: For `localizedDescription`: one sentence for people.
    ///   - suggestion: For `localizedRecoverySuggestion`: the next step for people, if there is one.
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
