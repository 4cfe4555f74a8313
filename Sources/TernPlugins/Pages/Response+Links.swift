import Foundation
import Tern

extension Response {
    /// A link of a response's `Link` field (RFC 8288, section 3), such as the one to the next page.
    ///
    /// ```swift
    /// let next = response.links.first { $0.relations.contains("next") }?.url
    /// ```
    public struct Link: Sendable, Hashable {
        /// The link's target as written: a URL, or a reference relative to the response's URL.
        public let reference: String

        /// The relations in lower case, such as `"next"`. Of several `rel` parameters, the first one counts (section 3.3).
        public let relations: [String]

        /// The `anchor` parameter as written: the URL that the link starts from, called its context (section 3.2). `nil` if
        /// the context is the response's URL.
        public var anchor: String? { parameters.first { $0.name == "anchor" }?.value }

        let parameters: [FieldReader.Parameter]
        let base: URL?

        init(reference: String, parameters: [FieldReader.Parameter], base: URL?) {
            self.reference = reference
            self.parameters = parameters
            self.base = base
            let relations = parameters.first { $0.name == "rel" }?.value.lowercased() ?? ""
            self.relations = relations.parts(at: " \t").map(String.init)
        }

        /// The URL of the link's target, resolved against the response's URL (RFC 3986, section 5). `nil` if it isn't a
        /// URL.
        public var url: URL? { URLReference.url(reference, against: base) }

        /// The value of a parameter, such as `"title"` or `"type"`, by its name in any case. `nil` if the link doesn't
        /// have it.
        ///
        /// The value of `title*` wins over that of `title`, and is decoded (RFC 8187). Of several values, the first one
        /// counts.
        public subscript(name: String) -> String? {
            let name = name.lowercased()
            let extended = parameters.lazy.filter { $0.name == name + "*" }
                .compactMap { FieldParameters.extendedValue($0.value) }.first
            return extended ?? parameters.first { $0.name == name }?.value
        }

        /// Whether the link's context is the response's URL, and not another URL.
        var isAboutResponse: Bool {
            guard let anchor else { return true }
            return URLReference.url(anchor, against: base).map(URLReference.withoutFragment)
                == base.map(URLReference.withoutFragment)
        }
    }
}

extension Response {
    /// The links of all `Link` fields, in order (RFC 8288). A malformed field contributes only the links before its
    /// malformed part.
    public var links: [Response.Link] { Array(linkSequence) }

    /// The links, each parsed when it is read.
    var linkSequence: some Sequence<Response.Link> {
        headers.values(for: "Link").lazy.flatMap { LinkParser($0, base: url ?? request?.url) }
    }
}

extension Response.Link: CustomStringConvertible, TextReflectable {
    /// The target and the relations, with credentials redacted by `Redaction.default`: a link belongs to no call.
    public var description: String {
        "<\(Redaction.default.text(ofURL: reference))>; rel=\"\(relations.joined(separator: " "))\""
    }
}
