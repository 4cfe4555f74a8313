import Foundation

/// Bodies. JSON is written with sorted keys.
extension Redaction {
    /// The longest text of a body in the description of an error, in characters.
    static let maximumExcerptLength = 400
    /// The largest body that is parsed, in bytes. Of a larger body, texts have only the media type and the length.
    static let maximumParsedBytes = 256 * 1024

    /// The outline of a JSON body, with the values of members that describe an error. The media type and the length of
    /// any other body, and if it is that of an error, its ``errorText(of:_:)``.
    ///
    /// - Parameters:
    ///   - path: The place of a value that couldn't be decoded. If it exists, the text is that of the value, or of the
    ///     deepest value that exists. A string or number there is shown, unless it is below the name of a secret.
    ///   - isRequest: Whether it is the body of a request, in which `code` can be an authorization code.
    ///   - isOfError: Whether it is the body of a response with the status of an error.
    ///   - request: The request whose secrets the body of an error may repeat.
    package func excerpt(
        of data: Data,
        contentType: String? = nil,
        at path: [any CodingKey] = [],
        isRequest: Bool = false,
        isOfError: Bool = false,
        about request: Request? = nil
    ) -> String {
        let root = hidesNothing && path.isEmpty ? nil : Self.json(data)
        guard let root else {
            let text = showsTexts ? Self.text(of: data).map(Self.excerpt(ofText:)) : nil
            let errorText = isOfError ? self.errorText(of: data, contentType, about: request) : nil
            return text ?? Self.summary(of: data, contentType) + (errorText.map { ": \($0)" } ?? "")
        }
        guard let (value, isBelowKey) = value(at: path, in: root, isRequest: isRequest) else { return Self.mark }
        var json = RedactedJSON(rules: self, isRequest: isRequest)
        json.isOutline = true
        let isShown = (isBelowKey && !hidesEverything && !(value is [Any])) || showsTexts
        return Self.excerpt(ofText: Self.text(of: json.value(value, isShown: isShown)))
    }

    /// The beginning of a text that a server sent, on one line.
    package static func excerpt(ofText text: String) -> String {
        printable(String(beginning(of: text, maximumExcerptLength).map { $0.isNewline ? " " : $0 }))
    }

    /// A text up to a length in characters, and "…" if it is longer.
    static func beginning(of text: String, _ length: Int) -> String {
        let start = text.prefix(length)
        return start.endIndex == text.endIndex ? text : start + "…"
    }

    /// `17 bytes of text/html`.
    package static func summary(of data: Data, _ contentType: String?) -> String {
        let type = contentType.map { excerpt(ofText: String($0.prefix { $0 != ";" })) } ?? ""
        return "\(data.count) bytes\(type.isEmpty ? "" : " of \(type)")"
    }

    /// The values of a JSON body or a form, except those with the name of a secret, up to a length in bytes.
    ///
    /// - Parameter isPretty: Whether each member of JSON is on a line of its own.
    /// - Returns: `nil` for any other body.
    package func text(
        ofBody data: Data,
        contentType: String?,
        limit: Int,
        isRequest: Bool,
        isPretty: Bool = false
    ) -> String? {
        let limit = min(max(0, limit), Self.maximumParsedBytes)
        if let root = Self.json(data), root is [String: Any] || root is [Any] {
            var json = RedactedJSON(rules: self, isRequest: isRequest)
            let shown = json.value(root, isShown: !hidesEverything)
            return Self.shortened(Data(Self.text(of: shown, isPretty: isPretty).utf8), to: limit)
        }
        guard let text = Self.text(of: data) else { return nil }
        let form = hidesNothing ? nil : self.text(ofForm: text, contentType)
        return (form ?? (showsTexts ? text : nil)).map { Self.shortened(Data($0.utf8), to: limit) }
    }

    /// The whole body of a request, byte for byte unless it contains a secret.
    ///
    /// - Returns: `nil` for a body that can't be searched for secrets.
    package func text(ofWholeBody data: Data, contentType: String?) -> String? {
        guard let text = Self.text(of: data) else { return nil }
        if hidesNothing { return text }
        if let root = Self.json(data) {
            var json = RedactedJSON(rules: self, isRequest: true)
            let shown = json.value(root, isShown: !hidesEverything)
            return json.hasHidden ? Self.text(of: shown) : text
        }
        return self.text(ofForm: text, contentType) ?? (showsTexts ? text : nil)
    }

    /// `nil` for a text that isn't a form.
    private func text(ofForm text: String, _ contentType: String?) -> String? {
        guard Self.isForm(contentType), text.utf8.count <= Self.maximumParsedBytes else { return nil }
        let formBytes = ByteSet.unreserved.union(ByteSet("!#$%&()*+,/:;=?@[]"))
        let isForm = text.parts(at: "&").allSatisfy { item in
            String(item).hasOnly(formBytes)
                && !String(item.parts(at: "=", maxSplits: 1, omitsEmpty: false)[0]).hasAny(ByteSet("/?@:#;"))
        }
        guard isForm else { return nil }
        return rendered(items: text[...]).text
    }

    /// A string in JSON or in a query, which can be JSON itself. Unchanged if it contains no secret.
    func text(ofValue text: String, depth: Int) -> String {
        guard depth <= Self.maximumDepth else { return Self.mark }
        guard let first = text.utf8.first, "{[".utf8.contains(first), let root = Self.json(Data(text.utf8)) else {
            return self.text(ofSentence: text, depth: depth)
        }
        var json = RedactedJSON(rules: self, isRequest: true)
        json.depth = depth
        let shown = json.value(root, isShown: true)
        return json.hasHidden ? Self.text(of: shown) : text
    }

    // MARK: - Kinds of bodies

    static func json(_ data: Data) -> Any? {
        guard data.count <= maximumParsedBytes else { return nil }
        return try? JSONReader.object(from: data)
    }

    private static func text(of json: Any, isPretty: Bool = false) -> String {
        var options: JSONSerialization.WritingOptions = [.sortedKeys, .withoutEscapingSlashes, .fragmentsAllowed]
        if isPretty { options.insert(.prettyPrinted) }
        let data = try? JSONSerialization.data(withJSONObject: json, options: options)
        return data.map { String(decoding: $0, as: UTF8.self) } ?? mark
    }

    static func isForm(_ contentType: String?) -> Bool {
        contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") == true
    }

    /// The text of a body in UTF-8 without control characters, which could change the state of a terminal.
    private static func text(of data: Data) -> String? {
        let isControl: (UInt8) -> Bool = { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D || $0 == 0x7F }
        return data.contains(where: isControl) ? nil : String(data: data, encoding: .utf8)
    }

    /// A text up to a length in bytes, and "…" if it is longer.
    static func shortened(_ text: Data, to limit: Int) -> String {
        guard text.count > limit else { return String(decoding: text, as: UTF8.self) }
        return String(decoding: text.prefix(limit), as: UTF8.self).trimmingCharacters(in: ["\u{FFFD}"]) + "…"
    }

    // MARK: - Values

    /// The value at a coding path, or at the deepest part of the path that exists, and whether it is in an object.
    /// `nil` for a secret.
    private func value(
        at path: [any CodingKey],
        in root: Any,
        isRequest: Bool
    ) -> (value: Any, isBelowKey: Bool)? {
        var (value, isBelowKey) = (root, false)
        for key in path {
            switch value {
            case let object as [String: Any]:
                guard let name = Self.name(of: key, in: object), let member = object[name] else {
                    return (value, isBelowKey)
                }
                if hides(name, isResponse: !isRequest) { return nil }
                (value, isBelowKey) = (member, true)
            case let array as [Any]:
                guard let index = key.intValue, array.indices.contains(index) else { return (value, isBelowKey) }
                value = array[index]
            default:
                return (value, isBelowKey)
            }
        }
        return (value, isBelowKey)
    }

    private static func name(of key: any CodingKey, in object: [String: Any]) -> String? {
        if object[key.stringValue] != nil { return key.stringValue }
        // A decoder that converts keys from snake case reports the path in camel case.
        return object.keys.filter { plain($0) == plain(key.stringValue) }.min()
    }

    /// The strings and numbers with the name of a secret in the body of a request.
    func secrets(inJSON root: Any?, isSecret: Bool = false) -> [String] {
        switch root {
        case let object as [String: Any]:
            object.flatMap { secrets(inJSON: $1, isSecret: isSecret || hides($0)) }
        case let array as [Any]: array.flatMap { secrets(inJSON: $0, isSecret: isSecret) }
        case let text as String: isSecret ? [text] : []
        // `true` and `false` occur in unrelated texts.
        case let number as NSNumber: isSecret && !number.isBoolean ? ["\(number)"] : []
        default: []
        }
    }
}

/// Replaces the values of parsed JSON that texts don't show: in an outline all but those of members that describe an
/// error, otherwise only secrets.
private struct RedactedJSON {
    /// Deeper arrays and objects are hidden.
    private static let maximumDepth = 100

    let rules: Redaction
    let isRequest: Bool
    var isOutline = false
    /// The number of levels around a value, and of texts around the JSON, which may be in a string of other JSON.
    var level = 0
    var depth = 0
    private(set) var hasHidden = false

    init(rules: Redaction, isRequest: Bool) {
        (self.rules, self.isRequest) = (rules, isRequest)
    }

    /// - Parameter isShown: Whether a string, number or Boolean is shown. Otherwise, its kind is.
    mutating func value(_ value: Any, isShown: Bool) -> Any {
        level += 1
        defer { level -= 1 }
        switch value {
        case is [String: Any], is [Any]:
            if level > Self.maximumDepth { return hidden(Redaction.mark) }
            if let object = value as? [String: Any] { return self.object(object) }
            return array(value as? [Any] ?? [], isShown: isShown)
        case let string as String:
            guard isShown else { return hidden("<string>") }
            let shown = rules.text(ofValue: string, depth: depth + 1)
            if shown != string { hasHidden = true }
            return shown
        case let number as NSNumber:
            return isShown ? number : hidden(number.isBoolean ? "<boolean>" : "<number>")
        default: return value
        }
    }

    private mutating func object(_ object: [String: Any]) -> [String: Any] {
        var shown: [String: Any] = [:]
        // Sorted, so that the first of several hidden keys is the same each time.
        for (key, value) in object.inOrder {
            let isAmount = (value as? NSNumber).map { !$0.isBoolean && Redaction.isNameOfAmount(key) } ?? false
            let isSecret = !rules.hidesEverything && !isAmount && rules.hides(key, isResponse: !isRequest)
            let name = rules.isHarmless(key: key) ? key : hidden(Redaction.mark)
            guard shown[name] == nil else { continue }
            let isShown = rules.showsInOutline(key, of: object) || (!isOutline && !rules.hidesEverything)
            shown[name] =
                isSecret
                ? hidden(Redaction.mark)
                : self.value(value, isShown: isShown)
        }
        return shown
    }

    /// In an outline, equal neighbours are one element with their number.
    private mutating func array(_ array: [Any], isShown: Bool) -> [Any] {
        var shown: [Any] = []
        var count = 1
        for element in array {
            let element = value(element, isShown: isShown)
            if isOutline, let last = shown.last as? NSObject, last.isEqual(element) {
                count += 1
                continue
            }
            if count > 1 { shown.append("×\(count)") }
            shown.append(element)
            count = 1
        }
        return count > 1 ? shown + ["×\(count)"] : shown
    }

    private mutating func hidden(_ mark: String) -> String {
        hasHidden = true
        return mark
    }
}

extension NSNumber {
    /// Whether it is `true` or `false` in JSON.
    package var isBoolean: Bool { String(cString: objCType) == "c" }
}
