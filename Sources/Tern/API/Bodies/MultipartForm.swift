import Foundation

/// The body of a multipart form (RFC 7578), or of another multipart type (RFC 2046). It is never assembled in memory.
struct MultipartForm {
    /// The media type of a form.
    static let mediaType = "multipart/form-data"

    /// The end of a line of the form's structure.
    private static let newline = "\r\n"

    /// The delimiter of the parts, without its hyphens (RFC 2046, section 5.1.1).
    let boundary: String
    /// The head of each part. The form consists of one head and one body per part, and the end.
    private var heads: [Data] = []
    private let bodies: [RequestBody]
    private let end: Data
    /// The length of the form in bytes. `nil` if the length of a part isn't known.
    private let length: Int64?
    /// The parts that are small enough to be searched for secrets, including those of forms inside.
    private var searchedParts: [RequestBody.Part] = []
    private let contentType: String

    /// - Parameters:
    ///   - contentType: The media type without the boundary.
    ///   - boundary: `nil` for a random one.
    ///   - jsonEncoder: The encoder for JSON without an encoder. `nil` for the canonical one.
    /// - Throws: `TernError` with code `.encodingFailed` for a file that can't be read, a value that can't be encoded,
    ///   and a boundary that isn't valid or occurs in a part in memory; with code `.invalidField` for a media type that
    ///   a field can't hold.
    init(
        _ parts: [HTTPTask.Part],
        contentType: String = mediaType,
        boundary: String?,
        encoder: QueryEncoder = QueryEncoder(),
        jsonEncoder: JSONEncoder? = nil
    ) throws {
        try Self.check(contentType, with: parts)
        var bodies: [RequestBody] = []
        for part in parts {
            let body = try Self.body(of: part, encoder, jsonEncoder)
            bodies.append(body)
            if let data = body.data, data.count <= Redaction.maximumBodyBytes {
                searchedParts.append(RequestBody.Part(name: part.name ?? "", data: data))
            } else {
                searchedParts += body.parts
            }
        }
        self.bodies = bodies
        self.contentType = contentType
        self.boundary = try boundary.map { try Self.checked($0, in: bodies) } ?? Self.randomBoundary(for: bodies)
        for (part, body) in zip(parts, bodies) {
            heads.append(try Self.head(of: part, body, isFirst: heads.isEmpty, boundary: self.boundary))
        }
        end = Data("\(parts.isEmpty ? "" : Self.newline)--\(self.boundary)--\(Self.newline)".utf8)
        length = try Self.length(of: bodies, structure: heads.reduce(end.count) { $0 + $1.count })
    }

    /// The form as a body.
    var body: RequestBody {
        let use = bodies.allSatisfy(\.isReplayable) ? nil : OneShotUse()
        return RequestBody(
            length: length,
            isReplayable: use == nil,
            contentType: "\(contentType); boundary=\(boundary)",
            source: .stream { [self] send in
                if let use, !use.begin() { throw RequestBody.sentAlready }
                for (head, body) in zip(heads, bodies) {
                    try await send(head)
                    try await body.forEachChunk(send)
                }
                try await send(end)
            },
            use: use,
            parts: searchedParts
        )
    }

    // MARK: - Private

    /// - Throws: `TernError` with code `.encodingFailed` for a type that isn't multipart or has a boundary, and for a
    ///   part of a form without a name; with code `.invalidField` for a type that a field can't hold.
    private static func check(_ contentType: String, with parts: [HTTPTask.Part]) throws(TernError) {
        try HTTPField.check(name: "Content-Type", value: contentType)
        let type = FieldParameters(contentType)
        guard type.value.hasPrefix("multipart/"), type["boundary"] == nil else {
            let text = Redaction.excerpt(ofText: contentType).debugDescription
            throw TernError(
                .encodingFailed,
                reason: "\(text) isn't a multipart type without a boundary.",
                advice: "Use a media type such as multipart/related, and the parameter boundary of .multipart(…)."
            )
        }
        guard type.value != mediaType || parts.allSatisfy({ $0.name != nil }) else {
            throw TernError(
                .encodingFailed,
                reason: "A part of the multipart form has no name (RFC 7578, section 4.2).",
                advice: "Give each part of a form a name, or use another contentType of .multipart(…)."
            )
        }
    }

    private static func body(
        of part: HTTPTask.Part,
        _ encoder: QueryEncoder,
        _ jsonEncoder: JSONEncoder?
    ) throws -> RequestBody {
        switch part.value {
        case .data(let data): .data(data)
        case .json(let value, let encoder): .data(try JSONBody.data(of: value, encoder: encoder ?? jsonEncoder))
        case .file(let url): try .file(url)
        case .body(let body): body
        case .task(let task): try task.encodedBody(default: encoder, json: jsonEncoder) ?? .data(Data())
        }
    }

    private static func length(of bodies: [RequestBody], structure: Int) throws(TernError) -> Int64? {
        var sum = Int64(structure)
        for body in bodies {
            guard let length = body.length else { return nil }
            let (next, isTooLarge) = sum.addingReportingOverflow(length)
            guard !isTooLarge, length >= 0 else {
                throw TernError(
                    .encodingFailed,
                    reason: "The lengths of the multipart form's parts are negative, or exceed 2^63 bytes in sum.",
                    advice: "Check the lengths given to RequestBody.stream(length:)."
                )
            }
            sum = next
        }
        return sum
    }

    private static func head(
        of part: HTTPTask.Part,
        _ body: RequestBody,
        isFirst: Bool,
        boundary: String
    ) throws(TernError) -> Data {
        var fields = HTTPHeaders()
        if let name = part.name {
            let filename = part.filename.map { "; filename=\"\(escaped($0))\"" } ?? ""
            fields.add(
                "form-data; name=\"\(escaped(name.withNetworkNewlines))\"\(filename)",
                for: "Content-Disposition"
            )
        }
        let type = part.name == nil ? body.contentType : part.contentType
        if let type, !type.isEmpty { fields.add(type, for: "Content-Type") }
        var head = "\(isFirst ? "" : newline)--\(boundary)\(newline)"
        for field in fields.merging(part.headers) {
            try HTTPField.check(name: field.name, value: field.value)
            head += "\(field.name): \(field.value)\(newline)"
        }
        return Data("\(head)\(newline)".utf8)
    }

    /// A name as browsers write it (HTML standard, "multipart/form-data encoding algorithm"), and without NUL.
    private static func escaped(_ name: String) -> String {
        var text = ""
        for scalar in name.unicodeScalars {
            switch scalar {
            case "\"": text += "%22"
            case "\r": text += "%0D"
            case "\n": text += "%0A"
            case "\0": text += "%00"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    // MARK: - Boundary

    private static func randomBoundary(for bodies: [RequestBody]) -> String {
        var generator = SystemRandomNumberGenerator()
        while true {
            // The length is always the same, and so is that of an equal form.
            let bits = (0..<2).map { _ in String(UInt64.random(in: 1 << 60 ... .max, using: &generator), radix: 16) }
            let boundary = "tern-\(bits.joined())"
            if !occurs(boundary, in: bodies) { return boundary }
        }
    }

    /// The characters that RFC 2046 allows, except those that require quotes in a field parameter.
    private static let boundaryBytes = ByteSet("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._")

    /// - Throws: `TernError` with code `.encodingFailed` if the boundary isn't valid, or if it occurs in a part in
    ///   memory.
    private static func checked(_ boundary: String, in bodies: [RequestBody]) throws(TernError) -> String {
        let isValid = (1...70).contains(boundary.utf8.count) && boundary.hasOnly(boundaryBytes)
        guard isValid, !occurs(boundary, in: bodies) else {
            let problem = isValid ? "occurs in a part" : "isn't 1 to 70 letters, digits, hyphens, dots or underscores"
            throw TernError(
                .encodingFailed,
                reason: "The boundary of the multipart form \(problem).",
                advice: "Omit the boundary. Then Tern makes a random one."
            )
        }
        return boundary
    }

    private static func occurs(_ boundary: String, in bodies: [RequestBody]) -> Bool {
        let delimiter = Data("--\(boundary)".utf8)
        return bodies.contains { $0.data?.range(of: delimiter) != nil }
    }
}

extension RequestBody {
    /// A multipart form (RFC 7578), for a request closure or a plugin. Files and streams are read while they are sent.
    /// The body is replayable if all parts are.
    ///
    /// A target uses `HTTPTask.multipart(_:boundary:)` instead.
    ///
    /// - Parameters:
    ///   - parts: The parts of the form, in order.
    ///   - contentType: The media type without the boundary. `multipart/form-data` by default.
    ///   - boundary: The delimiter of the parts: 1 to 70 letters, digits, hyphens, dots and underscores. By default, a
    ///     random delimiter that doesn't occur in the parts in memory.
    /// - Throws: `TernError` with code `.encodingFailed` for a file that can't be read, a value that can't be encoded,
    ///   a boundary that isn't valid or occurs in a part in memory, a type that isn't multipart, and a part of a form
    ///   without a name; with code `.invalidField` for a field that a part can't hold.
    public static func multipart(
        _ parts: [HTTPTask.Part],
        contentType: String = "multipart/form-data",
        boundary: String? = nil
    ) throws(TernError) -> RequestBody {
        do {
            return try MultipartForm(parts, contentType: contentType, boundary: boundary).body
        } catch {
            throw EncodingFailure.error(of: .multipart, wrapping: error)
        }
    }
}
