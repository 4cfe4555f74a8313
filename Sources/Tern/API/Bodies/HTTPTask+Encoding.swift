import Foundation

extension HTTPTask {
    /// The encoded query without `?`; `nil` if the task has no query, or if all its parameters are omitted.
    ///
    /// - Parameter encoder: The encoder for parameters without an encoder.
    /// - Throws: `EncodingError`, or the error of a parameter's `encode(to:)`.
    package func encodedQuery(default encoder: QueryEncoder) throws -> String? {
        var text = ""
        for query in queries {
            let part = try (query.encoder ?? encoder).encode(query.parameters)
            if !text.isEmpty, !part.isEmpty { text += "&" }
            text += part
        }
        return text.isEmpty ? nil : text
    }

    /// The body and its media type; `nil` if the task has no body. An empty form is a body of zero bytes.
    ///
    /// - Parameters:
    ///   - encoder: The encoder for a form, if it has none.
    ///   - jsonEncoder: The encoder for JSON without an encoder. `nil` for the canonical one.
    /// - Throws: `EncodingError`, or the error of a value's `encode(to:)`; `TernError` with code `.encodingFailed` for
    ///   a file that can't be read.
    package func encodedBody(default encoder: QueryEncoder, json jsonEncoder: JSONEncoder? = nil) throws -> RequestBody?
    {
        switch body {
        case nil:
            return nil
        case .json(let value, let ownEncoder):
            return .data(
                try JSONBody.data(of: value, encoder: ownEncoder ?? jsonEncoder),
                contentType: "application/json"
            )
        case .form(let parameters, let formEncoder):
            let text = try (formEncoder ?? Self.plusForSpaces(encoder)).encode(parameters)
            return .data(Data(text.utf8), contentType: "application/x-www-form-urlencoded")
        case .data(let data, let contentType):
            return .data(data, contentType: contentType)
        case .file(let url, let contentType):
            return try .file(url, contentType: contentType)
        case .stream(let body):
            return body
        case .multipart(let parts, let contentType, let boundary):
            return try MultipartForm(
                parts,
                contentType: contentType,
                boundary: boundary,
                encoder: encoder,
                jsonEncoder: jsonEncoder
            ).body
        }
    }

    // MARK: - Private

    private static func plusForSpaces(_ encoder: QueryEncoder) -> QueryEncoder {
        var encoder = encoder
        encoder.spaces = .plus
        return encoder
    }
}

extension HTTPTask: CustomStringConvertible, TextReflectable {
    /// The kind of the body and the number of query items, without values: `plain`, `json body, 2 query items`.
    public var description: String {
        let count = queries.reduce(0) { $0 + $1.parameters.parts.count }
        let items = count == 0 ? nil : count == 1 ? "1 query item" : "\(count) query items"
        let parts = [body?.description, items].compactMap(\.self)
        return parts.isEmpty ? "plain" : parts.joined(separator: ", ")
    }
}

extension HTTPTask.Body {
    /// The part that an error of its encoding names.
    var part: EncodingFailure.Part {
        switch self {
        case .json: .json
        case .form: .form
        case .data, .file: .data
        case .stream: .stream
        case .multipart: .multipart
        }
    }
}

extension HTTPTask.Body: CustomStringConvertible, TextReflectable {
    var description: String {
        switch self {
        case .json: "json body"
        case .form: "form body"
        case .data(let data, _): "body of \(data.count) bytes"
        case .file: "file body"
        case .stream: "stream body"
        case .multipart(let parts, _, _): "multipart body of \(parts.count) parts"
        }
    }
}
