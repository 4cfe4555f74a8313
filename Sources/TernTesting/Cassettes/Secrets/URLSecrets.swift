import Foundation
import Tern

/// Replaces the secrets in a URL or in a form, and leaves all else as it is written.
struct URLSecrets {
    let rules: Redaction
    let isResponse: Bool
    /// The number of texts around the URL, each of which is the value of the next one.
    var depth = 0

    /// A URL whose parts with the name of a secret are replaced, and whose user and password are.
    func replaced(inURL url: String, _ table: inout SecretTable) -> String {
        rules.replacingSecrets(inURL: url) { hidden, isAround in
            if isAround, let nested = nested(hidden, isForm: false, &table) { return nested }
            let isUserInfo = url.contains("\(hidden)@")
            let parts =
                isUserInfo
                ? hidden.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false) : [hidden[...]]
            return parts.map { $0.isEmpty ? "" : table.placeholder(for: Redaction.percentDecoded($0)) }
                .joined(separator: ":")
        }
    }

    /// The same for a form.
    func replaced(inForm form: String, _ table: inout SecretTable) -> String {
        rules.replacingSecrets(inItems: form) { hidden, isAround in
            if isAround, let nested = nested(hidden, isForm: true, &table) { return nested }
            return table.placeholder(for: Redaction.percentDecoded(hidden.replacing("+", with: " ")))
        }
    }

    // MARK: - Private

    /// A value around a secret, such as JSON or another URL, in which the secret alone is replaced. `nil` if it isn't
    /// found there.
    private func nested(_ value: String, isForm: Bool, _ table: inout SecretTable) -> String? {
        guard depth < SecretTable.maximumDepth else { return nil }
        let escaped = isForm ? value.replacing("+", with: " ") : value
        let text = PercentEncoding.decoded(String(escaped))
        let uses = table.uses
        var replaced = JSONSecrets(rules: rules, isResponse: isResponse, depth: depth + 1).replaced(text, &table)
        if table.uses == uses {
            // A URL without a scheme: `user:password@host`.
            replaced = URLSecrets(rules: rules, isResponse: isResponse, depth: depth + 1).replaced(inURL: text, &table)
        }
        guard table.uses > uses else { return nil }
        if isForm { return PercentEncoding.encode(replaced, keeping: .unreserved, spacesAsPlus: true) }
        // Whether a plus sign of a query is a space, only its server knows.
        return replaced.split(separator: "+", omittingEmptySubsequences: false)
            .map { PercentEncoding.encode(String($0), keeping: .unreserved) }.joined(separator: "+")
    }
}
