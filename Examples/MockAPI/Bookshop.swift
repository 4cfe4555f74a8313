import Foundation
import Tern

/// The API that the server serves. Replace it with your own enum.
enum Bookshop: RoutedTarget, Hashable {
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

    var route: HTTPRoute {
        switch self {
        case .books(let page): .get("/books").query(["page": page])
        case .book(let isbn): .get("/books/\(isbn)")
        case .search(let title): .get("/books/search").query(["title": title])
        case .placeOrder(let isbn): .post("/orders").json(["isbn": isbn])
        case .order(let id): .get("/orders/\(id)")
        case .cancelOrder(let id): .delete("/orders/\(id)")
        }
    }
}
