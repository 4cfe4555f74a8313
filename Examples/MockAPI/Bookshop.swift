import Foundation
import Tern

/// The API that the server serves. Replace it with your own enum.
enum Bookshop: TargetType, Hashable {
    case books(page: Int)
    case book(isbn: String)
    case search(title: String)
    case placeOrder(isbn: String)
    case order(id: Int)
    case cancelOrder(id: Int)
}

extension Bookshop {
    static let base = URL(string: "https://api.bookshop.example")!

    var baseURL: URL { Self.base }

    var path: String {
        switch self {
        case .books: "/books"
        case .book(let isbn): "/books/\(URL.pathSegment(isbn))"
        case .search: "/books/search"
        case .placeOrder: "/orders"
        case .order(let id), .cancelOrder(let id): "/orders/\(id)"
        }
    }

    var method: HTTPMethod {
        switch self {
        case .books, .book, .search, .order: .get
        case .placeOrder: .post
        case .cancelOrder: .delete
        }
    }

    var task: HTTPTask {
        switch self {
        case .books(let page): .query(["page": page])
        case .search(let title): .query(["title": title])
        case .placeOrder(let isbn): .json(["isbn": isbn])
        case .book, .order, .cancelOrder: .plain
        }
    }
}
