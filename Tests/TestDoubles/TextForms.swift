import Foundation

/// Every text form of a value, by itself and inside other values.
package func textForms(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var dumpedInside = ""
    dump([["key": Optional.some(value)]], to: &dumpedInside)
    return [
        "\(value)", String(describing: value), String(reflecting: value), dumped, dumpedInside,
        "\(["key": value])", "\([value])", "\(Optional.some(value) as Any)",
        Mirror(reflecting: value).children.map { "\($0)" }.joined(),
    ]
}

/// Every text form of an error, including those of Foundation.
package func textForms(ofError error: any Error) -> [String] {
    let foundationError = error as NSError
    let localized = error as? any LocalizedError
    let underlying = foundationError.userInfo[NSUnderlyingErrorKey] as? NSError
    return textForms(of: error as Any) + textForms(of: foundationError) + [
        localized?.errorDescription ?? "", localized?.failureReason ?? "", localized?.recoverySuggestion ?? "",
        "\(underlying?.userInfo ?? [:])", underlying?.localizedDescription ?? "",
        error.localizedDescription, foundationError.description, foundationError.debugDescription,
        foundationError.localizedDescription, "\(foundationError.userInfo)",
        "\(foundationError.localizedFailureReason ?? "") \(foundationError.localizedRecoverySuggestion ?? "")",
        "\(Result<Void, any Error>.failure(error))",
    ]
}

/// The texts that contain a secret. Empty if there is no leak.
package func leaks(of secret: String, in texts: [String]) -> [String] {
    texts.filter { $0.contains(secret) }
}
