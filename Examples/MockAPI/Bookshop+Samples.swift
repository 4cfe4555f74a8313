import Foundation
import Tern

extension Bookshop {
    /// The cases that the server serves.
    static let samples: [Bookshop] = [
        .books(page: 1), .books(page: 2), .book(isbn: "9780141439600"), .book(isbn: "0"), .search(title: "cities"),
        .placeOrder(isbn: "9780141439600"), .order(id: 42), .cancelOrder(id: 42),
    ]

    /// The response to each case. Samples are separate from the API, so that an app can use the API without the
    /// samples.
    var sample: SampleResponse {
        switch self {
        case .books(page: 1), .search: .json([Self.cities])
        case .books: .json([Book]())
        case .book(isbn: Self.cities.isbn): .json(Self.cities)
        case .book: .json(["message": "There is no such book."], status: 404)
        case .placeOrder: .json(Self.order, status: 201, headers: ["Location": "/orders/42"])
        case .order: .json(Self.order)
        case .cancelOrder: .status(204)
        }
    }

    private static let cities = Book(isbn: "9780141439600", title: "A Tale of Two Cities", price: "8.99")
    private static let order = Order(id: 42, isbn: cities.isbn, state: "packed")
}

nonisolated struct Book: Codable, Equatable {
    let isbn: String
    let title: String
    let price: String
}

nonisolated struct Order: Codable, Equatable {
    let id: Int
    let isbn: String
    let state: String
}
