import Foundation

/// The parts of a route's request that make two requests equal. Values are encoded by the encoders of the route, or else
/// by the default ones: values are equal if their encoded forms are, whichever encoder is used.
struct RouteIdentity: Equatable, Sendable {
    private enum Content: Equatable, Sendable {
        case data(Data)
        case file(URL)
        case parts([Part])
    }

    private struct Part: Equatable, Sendable {
        let name: String?
        let filename: String?
        let contentType: String?
        let headers: HTTPHeaders
        let content: Content?
    }

    private struct NotComparable: Error {}

    private let method: HTTPMethod
    private let path: HTTPRoute.Path
    private let query: String?
    private let headers: HTTPHeaders
    private let body: Part?

    /// - Returns: `nil` if the query or the body can't be encoded, and for a streamed body.
    init?(_ parts: HTTPRoute.Parts) {
        do {
            (method, path, headers) = (parts.method, parts.path, parts.headers)
            query = try parts.task.encodedQuery(default: QueryEncoder())
            body = try Self.body(of: parts.task)
        } catch {
            return nil
        }
    }

    // MARK: - Private

    private static func body(of task: HTTPTask) throws -> Part? {
        switch task.body {
        case .file(let url, let contentType)?: return part(.file(url), contentType)
        case .multipart(let parts, let contentType, _)?: return part(.parts(try parts.map(Self.part)), contentType)
        case .stream(let body)?: return try part(of: body)
        default: return try task.encodedBody(default: QueryEncoder()).map(part)
        }
    }

    private static func part(of body: RequestBody) throws -> Part {
        guard let data = body.data else { throw NotComparable() }
        return part(.data(data), body.contentType)
    }

    private static func part(_ content: Content, _ contentType: String?) -> Part {
        Part(name: nil, filename: nil, contentType: contentType, headers: [:], content: content)
    }

    private static func part(of part: HTTPTask.Part) throws -> Part {
        let content: Content? =
            switch part.value {
            case .data(let data): .data(data)
            case .json(let value, let encoder): .data(try JSONBody.data(of: value, encoder: encoder))
            case .file(let url): .file(url)
            case .body(let body): try Self.part(of: body).content
            case .task(let task): try body(of: task)?.content
            }
        return Part(
            name: part.name,
            filename: part.filename,
            contentType: part.contentType,
            headers: part.headers,
            content: content
        )
    }
}
