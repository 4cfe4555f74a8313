import Foundation

/// The values that the texts of requests, responses and errors show: in descriptions, mirrors, logs and curl commands.
///
/// ```swift
/// let bank = Provider<Bank>().configured {
///     $0.redaction = .default.hiding("customerNumber").showing("X-Tenant", "orderID")
/// }
/// let local = Provider<Bank>().configured { $0.redaction = .nothing }    // only on your own machine
/// ```
///
/// The default shows what is known to be harmless:
///
/// | Part | Shown | Hidden |
/// | --- | --- | --- |
/// | header field | its name, and the value of a field that is known to be harmless | any other value |
/// | URL | scheme, host, path and query | user info, items with the name of a secret, segments after `/token/`, `/reset-password/` and the like |
/// | JSON in an error's `description` | keys, kinds of values, and the members that describe an error (RFC 9457, OAuth) | any other value |
/// | JSON and forms in `debugDescription` and in logs of bodies | keys and values | values with the name of a secret |
/// | a text in an error's `description` | the first line; after the name of a secret, only usual words of errors, such as "is" and "expired" | the rest |
/// | XML and HTML in an error's `description` | elements that describe an error, such as `Code` and `Message`, as such a line | any other element |
/// | any other body | media type and length | its content |
/// | error of another library | type, code and sentence | user info and secrets of URLs in the sentence |
///
/// Values whose beginning says that they are secrets are hidden everywhere: JSON web tokens, private keys in PEM, and
/// the keys of well-known services. So are values that the request has under the name of a secret.
///
/// Names are compared without case and punctuation: `card_number` is the same name as `cardNumber`. A name also applies
/// to nested values of a query or a form, such as `email` to `user[email]`. Properties such as ``TernError/response``
/// always contain the values themselves.
public struct Redaction: Hashable, Sendable {
    private enum Scope {
        case nothing, secrets, everything
    }

    private let scope: Scope
    private var hiddenNames: Set<String> = []
    private var shownNames: Set<String> = []

    /// Shows what is known to be harmless, as in the table above.
    public static let `default` = Redaction(scope: .secrets)

    /// Hides nothing, so that texts contain tokens, passwords and whole bodies. Only for debugging: don't store or send
    /// such texts.
    public static let nothing = Redaction(scope: .nothing)

    /// Hides each value. Shows names, methods, hosts, status codes and lengths.
    public static let everything = Redaction(scope: .everything)

    /// These rules, which also hide the values of header fields, query items, form items and JSON members with one of
    /// these names.
    public func hiding(_ names: String...) -> Redaction {
        var rules = self
        rules.hiddenNames.formUnion(names.map(Self.plain))
        rules.shownNames.subtract(rules.hiddenNames)
        return rules
    }

    /// These rules, which also show the values of header fields, query items, form items and JSON members with one of
    /// these names.
    public func showing(_ names: String...) -> Redaction {
        var rules = self
        rules.shownNames.formUnion(names.map(Self.plain))
        rules.hiddenNames.subtract(rules.shownNames)
        return rules
    }

    private init(scope: Scope) {
        self.scope = scope
    }

    // MARK: - Rules

    /// The text that replaces a hidden value.
    package static let mark = "<redacted>"

    /// The method and the URL of a request.
    package func line(of request: Request) -> String {
        Self.printable("\(request.method) \(scrub(text(ofURL: request.url.absoluteString), request: request))")
    }

    package var hidesNothing: Bool { scope == .nothing && hiddenNames.isEmpty }
    var hidesEverything: Bool { scope == .everything }
    /// Whether texts without names, such as plain text and the secrets of a request, are shown as they are.
    var showsTexts: Bool { scope == .nothing }

    /// Whether the value of a header field is shown.
    package func shows(field name: String) -> Bool {
        decision(on: name) ?? (showsTexts || Self.isHarmless(field: name))
    }

    /// Whether the value of a query item, a form field or a JSON member is hidden.
    ///
    /// - Parameter isResponse: Whether it is in the body of a response, where `code` is an error code.
    package func hides(_ name: String, isResponse: Bool = false) -> Bool {
        if let isShown = decision(on: name) { return !isShown }
        return isResponse && name.lowercased() == "code" ? false : Self.isNameOfSecret(name)
    }

    /// Whether a member of a JSON object is shown even in an outline. `reason` is shown beside another member that
    /// describes an error.
    func showsInOutline(_ name: String, of object: [String: Any]) -> Bool {
        if let isShown = decision(on: name) { return isShown }
        return name == "reason"
            ? object.keys.contains(where: Self.errorMembers.contains) : Self.errorMembers.contains(name)
    }

    /// Whether the text of an element of XML or HTML is shown, in the body of an error.
    func showsInMarkup(_ name: Substring) -> Bool {
        decision(on: String(name)) ?? (Self.errorMembers.union(Self.errorElements).contains(name.lowercased()))
    }

    /// `nil` if neither the scope nor the user's names decide.
    private func decision(on name: String) -> Bool? {
        if !hiddenNames.isEmpty || !shownNames.isEmpty {
            let plain = Self.plain(name)
            if hiddenNames.contains(plain) { return false }
            if shownNames.contains(plain) { return true }
            if let isShown = decision(onParts: name.parts(at: "[].")) { return isShown }
        }
        switch scope {
        case .nothing: return true
        case .secrets: return nil
        case .everything: return false
        }
    }

    /// The decision for a nested value of a query or a form, `user[email]` or `user.email`, as for nested JSON.
    private func decision(onParts parts: [Substring]) -> Bool? {
        guard parts.count > 1, let last = parts.last else { return nil }
        if parts.contains(where: { hiddenNames.contains(Self.plain(String($0))) }) { return false }
        let isBelowSecret = parts.dropLast().contains { Self.isNameOfSecret(String($0)) }
        return !isBelowSecret && shownNames.contains(Self.plain(String(last))) ? true : nil
    }
}

extension Request {
    /// The rules for texts about this request, its response and its error. A provider sets those of its
    /// ``ProviderConfiguration/redaction``.
    public var redaction: Redaction {
        get { attributes[RedactionRules.self] }
        set { attributes[RedactionRules.self] = newValue }
    }

    private enum RedactionRules: RequestAttributeKey {
        static var defaultValue: Redaction { .default }
    }
}

extension Response {
    /// The rules of the request.
    package var redaction: Redaction { request?.redaction ?? .default }
}

/// A text in which marks replace secrets, and these secrets.
struct RedactedText {
    private(set) var text = ""
    /// What each mark replaces, which may be empty, and whether it is a value that merely contains a secret.
    private var hidden: [(text: String, isAround: Bool)] = []

    var secrets: [String] { hidden.map(\.text).filter { !$0.isEmpty } }

    mutating func show(_ piece: Substring) {
        text += piece
    }

    /// - Parameter isAround: Whether the piece isn't a secret itself, but contains one: a URL with a token in a query item.
    mutating func hide(_ piece: Substring, isAround: Bool = false) {
        text += Redaction.mark
        hidden.append((String(piece), isAround))
    }

    mutating func append(_ other: RedactedText) {
        text += other.text
        hidden += other.hidden
    }

    /// The text with other texts in place of the secrets.
    func replacing(by replacement: (_ hidden: String, _ isAround: Bool) -> String) -> String {
        guard !hidden.isEmpty else { return text }
        var parts = text.components(separatedBy: Redaction.mark)[...]
        var replaced = parts.popFirst() ?? ""
        var secrets = hidden[...]
        // A mark that was in the text before stands for itself.
        let own = parts.count - secrets.count
        for (index, part) in parts.enumerated() {
            let secret = index < own ? nil : secrets.popFirst()
            replaced += secret.map { $0.text.isEmpty ? "" : replacement($0.text, $0.isAround) } ?? Redaction.mark
            replaced += part
        }
        return replaced
    }
}
