import Foundation

/// A body of one media type.
package struct MediaContent: Sendable {
    /// How a part of a form is written.
    package struct Encoding: Sendable {
        package var contentType: String?
        package var style: Parameter.Style?
        package var explode: Bool?
    }

    /// In lower case, with its parameters: `application/json; charset=utf-8`.
    package var mediaType: String
    package var schema: SchemaUse?
    /// The elements of a stream: `itemSchema` of OpenAPI 3.2.
    package var itemSchema: SchemaUse?
    /// Those of the media type; a schema has its own.
    package var examples: [DocumentNode]
    /// By the names of parts.
    package var encodings: [String: Encoding]
    package var element: DocumentElement
}

extension MediaContent {
    /// Without parameters: `application/json`.
    package var essence: String {
        (mediaType.split(separator: ";").first ?? "").trimmingCharacters(in: .whitespaces)
    }

    /// `application/json`, `text/json`, and types with the suffix `+json`.
    package var isJSON: Bool { ["application/json", "text/json"].contains(essence) || essence.hasSuffix("+json") }
    package var isForm: Bool { essence == "application/x-www-form-urlencoded" }
    package var isMultipart: Bool { essence.hasPrefix("multipart/") }
    package var isEventStream: Bool { essence == "text/event-stream" }
    package var isJSONLines: Bool {
        ["application/jsonl", "application/x-ndjson", "application/x-jsonlines", "application/json-seq"]
            .contains(essence)
    }
    package var isText: Bool { essence.hasPrefix("text/") && !isJSON && !isEventStream }
}
