import Foundation
import Tern

/// A list of numbers in pages.
enum PageAPI: TargetType {
    case numbers(page: Int?)
    case after(String?)
    case from(Int)

    var baseURL: URL { URL(string: "https://api.example.com/v1")! }
    var path: String { "/numbers" }
    var headers: HTTPHeaders { ["X-Api-Key": "hunter2"] }

    var task: HTTPTask {
        switch self {
        case .numbers(let page): .query(["page": page])
        case .after(let cursor): .query(["after": cursor])
        case .from(let offset): .query(["offset": offset])
        }
    }
}

struct Numbers: Codable, Equatable, Sendable {
    var items: [Int]
    var next: String?
}

/// A page whose next URL is a `URL`.
struct LinkedNumbers: Codable, Equatable, Sendable {
    var items: [Int]
    var next: URL?
}

extension Call<PageAPI, [Int]> {
    static func numbers(page: Int? = nil) -> Self { .init(.numbers(page: page)) }
    static func numbers(from offset: Int) -> Self { .init(.from(offset)) }
}

extension Call<PageAPI, LinkedNumbers> {
    static var linked: Self { .init(.numbers(page: nil)) }
}

extension Call<PageAPI, Numbers> {
    static var first: Self { .init(.numbers(page: nil)) }

    static func numbers(after cursor: String?) -> Self { .init(.after(cursor)) }
}

extension SampleResponse {
    /// A page of numbers, with the reference of the next one.
    static func page(_ numbers: [Int], next: String? = nil) -> SampleResponse {
        let links: HTTPHeaders = next.map { ["Link": "<\($0)>; rel=\"next\""] } ?? [:]
        return .json(text: "\(numbers)", headers: links)
    }
}

extension AsyncSequence {
    /// The elements up to the end, or up to the error.
    nonisolated(nonsending) func collected() async -> (elements: [Element], error: (any Error)?) {
        var elements: [Element] = []
        do {
            for try await element in self { elements.append(element) }
        } catch {
            return (elements, error)
        }
        return (elements, nil)
    }
}
