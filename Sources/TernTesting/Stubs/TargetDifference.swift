import Foundation
import Tern

/// The differences between the requests of two cases, with secrets redacted: `body at title: "Crash" expected, "Crash!"
/// sent`.
struct TargetDifference: CustomStringConvertible {
    /// The number of texts in the description.
    private static let maximumTexts = 4

    /// The key of a member, or the index of an element, like the keys of a `JSONDecoder`.
    private struct Key: CodingKey {
        let stringValue: String
        let intValue: Int?

        init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
        init(intValue: Int) { (stringValue, self.intValue) = ("Index \(intValue)", intValue) }
    }

    /// Whether the cases have different names.
    private let isOtherCase: Bool
    private let rules: Redaction
    /// One text for each difference.
    private var texts: [String] = []
    /// Whether the cases have the same name, and nothing but the bodies of their requests can differ.
    private(set) var isOfBody = false

    /// - Parameters:
    ///   - expected: The case of a rule.
    ///   - sent: The case of a call.
    ///   - rules: The rules of the call's request. Without a call, only the default rules are known.
    init(between expected: any TargetType, and sent: any TargetType, shownBy rules: Redaction = .default) {
        self.rules = rules
        isOtherCase = targetName(of: expected) != targetName(of: sent)
        guard let expected = try? Endpoint(expected).request(), let sent = try? Endpoint(sent).request() else { return }
        let urls = [expected, sent].map { rules.text(ofURL: $0.url.absoluteString).prefix { $0 != "?" } }
        compare(RecordedRequest(expected), RecordedRequest(sent), urls: urls.map(String.init))
    }

    /// The differences of the methods, URLs, ranges and bodies.
    init(
        between expected: RecordedRequest,
        and sent: RecordedRequest,
        isOtherCase: Bool,
        shownBy rules: Redaction
    ) {
        self.rules = rules
        self.isOtherCase = isOtherCase
        let requests = [expected, sent].map { request in
            var request = request
            request.headers = HTTPHeaders(
                request.headers.filter { ["content-type", "range"].contains($0.name.lowercased()) }
            )
            return request
        }
        let urls = requests.map { String(rules.text(ofURL: $0.url).prefix { $0 != "?" }) }
        compare(requests[0], requests[1], urls: urls)
    }

    /// Whether the requests are equal. Bodies of files, streams and multipart forms aren't compared.
    var isEmpty: Bool { texts.isEmpty }

    /// The distances of cases with the same name come before all others.
    var distance: (Int, Int) { (isOtherCase ? 1 : 0, texts.count) }

    var description: String {
        if texts.isEmpty { return "its request is equal, but the arguments of the case are not" }
        let more = texts.count - Self.maximumTexts
        return texts.prefix(Self.maximumTexts).joined(separator: "; ") + (more > 0 ? "; and \(more) more" : "")
    }

    // MARK: - Private

    private mutating func compare(_ expected: RecordedRequest, _ sent: RecordedRequest, urls: [String]) {
        if expected.method != sent.method { add("method", "\(expected.method)", "\(sent.method)") }
        let ends = [expected, sent].map { $0.url.prefix { $0 != "?" } }
        if ends[0] != ends[1] { add("URL", urls[0], urls[1]) }
        compareItems("query", of: expected.query ?? "", and: sent.query ?? "")
        var names: [String] = []
        for field in Array(expected.headers) + Array(sent.headers) where !names.contains(field.name.lowercased()) {
            names.append(field.name.lowercased())
            let values = [expected, sent].map { $0.headers[field.name] }
            guard values[0] != values[1], !values.allSatisfy(Self.isForm) else { continue }
            let shown = values.map { $0.map { "\"\(rules.text(ofField: field.name, value: $0))\"" } }
            add("field \(field.name)", shown[0], shown[1])
        }
        isOfBody = texts.isEmpty && !isOtherCase
        compareBodies(expected, sent)
    }

    /// Compares the items of a query or of a form by their names.
    private mutating func compareItems(_ part: String, of expected: String, and sent: String) {
        let items = [expected, sent].map { $0.split(separator: "&") }
        var names: [Substring] = []
        for name in items.joined().map({ $0.prefix { $0 != "=" } }) where !names.contains(name) {
            names.append(name)
            let texts = items.map { $0.filter { $0.prefix { $0 != "=" } == name }.joined(separator: "&") }
            guard texts[0] != texts[1] else { continue }
            let shown = texts.map { $0.isEmpty ? nil : String(rules.text(ofURL: "/?\($0)").dropFirst(2)) }
            add(part, shown[0], shown[1])
        }
    }

    private mutating func compareBodies(_ expected: RecordedRequest, _ sent: RecordedRequest) {
        guard expected.body != sent.body else { return }
        let json = [expected, sent].map { try? JSONReader.object(from: $0.body) }
        if let first = json[0], let second = json[1] {
            compareJSON(first, second, at: [], of: [expected.body, sent.body])
        } else if [expected, sent].allSatisfy({ $0.headers["Content-Type"]?.contains("urlencoded") == true }) {
            compareItems("body", of: expected.text, and: sent.text)
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

    private mutating func add(_ part: String, _ expected: String?, _ sent: String?) {
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
