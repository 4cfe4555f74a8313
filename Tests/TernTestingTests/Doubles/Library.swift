import Foundation
import Tern

/// The API in the tests of contracts and sweeps.
enum Library: TargetType, Equatable {
    case book(String)
    case books
    case motto
    case delete(String)

    var baseURL: URL { URL(string: "https://library.example.com")! }
    var path: String {
        switch self {
        case .book(let id), .delete(let id): "/books/\(id)"
        case .books: "/books"
        case .motto: "/motto"
        }
    }
    var method: HTTPMethod { if case .delete = self { .delete } else { .get } }
    var timeout: Duration? { self == .books ? .seconds(30) : nil }
    var sampleData: Data {
        switch self {
        case .book: Data(#"{"title": "Emma", "author": {"name": "Jane"}, "shelf": "A", "pages": 474}"#.utf8)
        case .books: Data(#"[{"title": "Emma", "author": {"name": "Jane"}}]"#.utf8)
        case .motto: Data("Read on.".utf8)
        case .delete: Data()
        }
    }
}

struct Book: Codable, Equatable {
    struct Author: Codable, Equatable {
        var name: String
    }

    var title: String
    var author: Author
    var pages: Int?
}

extension Call<Library, Book> {
    static func book(_ id: String) -> Self { .init(.book(id)) }
}

extension Call<Library, [Book]> {
    static func books() -> Self { .init(.books) }
}

extension Call<Library, NoContent> {
    static func delete(_ id: String) -> Self { .init(.delete(id)) }
}
