import Foundation
import Tern

/// Why a request isn't that of an entry, with secrets redacted: `body at title: "Crash" expected, "Crash!" sent`.
struct RequestDifference: CustomStringConvertible {
    /// The number of texts in the description.
    private static let maximumTexts = 4

    /// The key of a member, or the index of an element, like the keys of a `JSONDecoder`.
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
    }

    /// Whether the requests are those of different cases.
    private let isOtherCase: Bool
    private let rules: Redaction
    /// One text for each difference.
    private var texts: [String] = []
    /// The weight of all differences.
    private var weight = 0
    /// Whether the requests are those of one case, and nothing but their bodies can differ.
    private(set) var isOfBody = false

    /// The differences of the method and the URL.
    ///
    /// - Parameter rules: The rules for the texts.
    init(between expected: RequestPattern, and sent: RecordedRequest, shownBy rules: Redaction) {
        self.rules = rules
        isOtherCase = false
        compare(expected, sent)
    }

    /// The differences of the methods, URLs, fields and bodies.
    ///
    /// - Parameter isOtherCase: Whether the requests are those of different cases.
    init(
        between expected: RecordedRequest,
        and sent: RecordedRequest,
        isOtherCase: Bool,
        shownBy rules: Redaction
    ) {
        self.rules = rules
        self.isOtherCase = isOtherCase
        compareAll(expected, sent)
    }

    /// The differences between the requests of two cases. Bodies of files, streams and multipart forms aren't compared.
    ///
    /// - Parameters:
    ///   - expected: The case of a rule.
    ///   - sent: The case of a call.
    ///   - rules: The rules of the call's request. Without a call, only the default rules are known.
    init(between expected: any TargetType, and sent: any TargetType, shownBy rules: Redaction = .default) {
        self.rules = rules
        isOtherCase = targetName(of: expected) != targetName(of: sent)
        do throws(TernError) {
            let expected = try Endpoint(expected).request()
            guard let sent = try? Endpoint(sent).request() else { return }
            compareAll(RecordedRequest(expected), RecordedRequest(sent))
        } catch {
            texts.append("its request can't be created: \(rules.text(ofReason: error.reason, about: nil))")
        }
    }

    /// Whether the requests are equal.
    var isEmpty: Bool { texts.isEmpty }

    /// The distances of requests of one case come before all others.
    var distance: (Int, Int) { (isOtherCase ? 1 : 0, weight) }

    var description: String {
        if texts.isEmpty { return "its request is equal, but the arguments of the case are not" }
        let more = texts.count - Self.maximumTexts
        return texts.prefix(Self.maximumTexts).joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
    }

    // MARK: - Private

    private mutating func compareAll(_ expected: RecordedRequest, _ sent: RecordedRequest) {
        compare(RequestPattern(expected), sent, isWhole: true)
        compareFields(expected.headers, sent.headers)
        isOfBody = texts.isEmpty && !isOtherCase
        compareBodies(expected, sent)
    }

    /// - Parameter isWhole: Whether a pattern without a query is that of requests without one.
    private mutating func compare(_ expected: RequestPattern, _ sent: RecordedRequest, isWhole: Bool = false) {
        let other = RequestPattern(sent)
        if expected.method != other.method { add("method", "\(expected.method)", "\(other.method)") }
        if let origin = expected.origin, origin != other.origin {
            add("host", rules.text(ofURL: origin), other.origin.map { rules.text(ofURL: $0) }, weight: 4)
        }
        let segments = expected.otherSegments(of: other)
        if segments > 0 {
            add("path", rules.text(ofURL: expected.path), rules.text(ofURL: other.path), weight: 2 * segments)
        }
        guard let items = expected.items ?? (isWhole ? [] : nil) else { return }
        let rest = weight
        compareItems("query", of: items, and: other.items ?? [], allowsMore: expected.allowsMoreItems)
        // A route has its query as a whole.
        if !isWhole { weight = min(weight, rest + 1) }
    }

    private mutating func compareFields(_ expected: HTTPHeaders, _ sent: HTTPHeaders) {
        var names: [String] = []
        for field in Array(expected) + Array(sent) where !names.contains(field.name.lowercased()) {
            names.append(field.name.lowercased())
            let values = [expected, sent].map { $0[field.name] }
            guard values[0] != values[1], !values.allSatisfy(Self.isForm) else { continue }
            let shown = values.map { $0.map { "\"\(rules.text(ofField: field.name, value: $0))\"" } }
            add("field \(field.name)", shown[0], shown[1])
        }
    }

    /// Compares the items of a query or of a form by their names.
    ///
    /// - Parameter allowsMore: Whether further items are no difference.
    private mutating func compareItems(
        _ part: String,
        of expected: [Substring],
        and sent: [Substring],
        allowsMore: Bool = false
    ) {
        func name(of item: Substring) -> String { RequestPattern.normalized(item.prefix { $0 != "=" }) }
        var names: [String] = []
        for next in (expected + sent).map(name) where !names.contains(next) {
            names.append(next)
            let items = [expected, sent].map { $0.filter { name(of: $0) == next } }
            let decoded = items.map { $0.map { RequestPattern.normalized($0) } }
            if RequestPattern.hasItems(decoded[0], in: decoded[1], allowsMore: allowsMore) { continue }
            let shown = items.map { items in
                items.isEmpty ? nil : String(rules.text(ofURL: "/?\(items.joined(separator: "&"))").dropFirst(2))
            }
            add(part, shown[0], shown[1])
        }
    }

    private mutating func compareBodies(_ expected: RecordedRequest, _ sent: RecordedRequest) {
        guard expected.canonicalBody != sent.canonicalBody else { return }
        let json = [expected, sent].map { try? JSONReader.object(from: $0.body) }
        if let first = json[0], let second = json[1] {
            compareJSON(first, second, at: [], of: [expected.body, sent.body])
        } else if [expected, sent].allSatisfy({ $0.headers["Content-Type"]?.contains("urlencoded") == true }) {
            compareItems("body", of: expected.text.split(separator: "&"), and: sent.text.split(separator: "&"))
        } else {
            add("body", excerpt(of: expected.body), excerpt(of: sent.body))
        }
    }

    /// - Parameter bodies: The bodies that contain the values.
    private mutating func compareJSON(_ expected: Any?, _ sent: Any?, at path: [Key], of bodies: [Data]) {
        switch (expected, sent) {
        case (let expected as [String: Any], let sent as [String: Any]):
            for key in Set(expected.keys).union(sent.keys).sorted() {
                compareJSON(expected[key], sent[key], at: path + [Key(stringValue: key)], of: bodies)
            }
        case (let expected as [Any], let sent as [Any]):
            for index in 0..<max(expected.count, sent.count) {
                let elements = [expected, sent].map { $0.indices.contains(index) ? $0[index] : nil }
                compareJSON(elements[0], elements[1], at: path + [Key(intValue: index)], of: bodies)
            }
        default:
            let values = [expected, sent]
            let texts = values.map { value in
                value.flatMap { try? JSONSerialization.data(withJSONObject: $0, options: .fragmentsAllowed) }
            }
            guard texts[0] != texts[1] else { return }
            let shown = zip(values, bodies).map { value, body in
                value.map { _ in rules.excerpt(of: body, at: path as [any CodingKey], isRequest: true) }
            }
            let place = rules.text(ofPath: path as [any CodingKey])
            add(place.isEmpty ? "body" : "body at \(place)", shown[0], shown[1])
        }
    }

    private mutating func add(_ part: String, _ expected: String?, _ sent: String?, weight: Int = 1) {
        self.weight += weight
        // Equal texts are those of secrets, or are cut.
        let values = expected == sent ? "another value" : "\(expected ?? "none") expected, \(sent ?? "none")"
        texts.append("\(part): \(values) sent")
    }

    /// Whether a field is the media type of a form with a boundary, which differs from form to form.
    private static func isForm(_ contentType: String?) -> Bool { contentType?.hasPrefix("multipart/") == true }

    private func excerpt(of body: Data) -> String? {
        if body.isEmpty { return nil }
        return String(data: body, encoding: .utf8) == nil
            ? "\(body.count) bytes" : rules.excerpt(of: body, isRequest: true)
    }
}
