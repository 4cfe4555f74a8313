import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

enum Bookshop: RoutedTarget {
    case search(String)
    case book(isbn: String)
    case order(BookOrder)

    var baseURL: URL { URL(string: "https://books.example.com/v1")! }

    var route: HTTPRoute {
        switch self {
        case .search(let text): .get("/books").query(["q": text])
        case .book(let isbn): .get("/books/\(isbn)")
        case .order(let order): .post("/orders").json(order)
        }
    }
}

struct Book: Codable, Equatable, Sendable {
    let isbn: String
    let title: String
}

struct BookOrder: Codable, Equatable, Sendable {
    let isbn: String
    let count: Int
}

extension Call<Bookshop, [Book]> {
    static func search(_ text: String) -> Self { .init(.search(text), at: "items") }
}

extension Call<Bookshop, Book> {
    static func book(isbn: String) -> Self { .init(.book(isbn: isbn)) }
}

extension Call<Bookshop, NoContent> {
    static func order(_ order: BookOrder) -> Self { .init(.order(order)) }
}

final class BookRepository: Sendable {
    private let shop: any ProviderType<Bookshop>

    init(shop: any ProviderType<Bookshop>) {
        self.shop = shop
    }

    func search(_ text: String) async throws(TernError) -> [Book] {
        try await shop.value(.search(text))
    }

    /// The book. `nil` if the shop doesn't sell it.
    func book(isbn: String) async throws(TernError) -> Book? {
        do {
            return try await shop.value(.book(isbn: isbn))
        } catch {
            if error.response?.statusCode == 404 { return nil }
            throw error
        }
    }

    func order(_ order: BookOrder) async throws(TernError) {
        _ = try await shop.value(.order(order))
    }
}

/// Runs the snippets of the guide's first page.
@Suite(.timeLimit(.minutes(20)))
struct GettingStartedTests {
    @Test(.network) func searchFindsBooks() async throws {
        let shop = Provider<Bookshop>.stub(.on(.search("swift"), .json([Book(isbn: "7", title: "Swift")])))

        let found = try await BookRepository(shop: shop).search("swift")

        #expect(found.map(\.title) == ["Swift"])
    }

    @Test(.network) func unknownBookIsNil() async throws {
        let shop = Provider<Bookshop>.stub(.on(.book(isbn: "0"), .status(404)))

        #expect(try await BookRepository(shop: shop).book(isbn: "0") == nil)
    }

    @Test(.network) func orderSendsBookAndCount() async throws {
        let order = BookOrder(isbn: "7", count: 2)
        let shop = Provider<Bookshop>.stub(.on(.order(order), .status(201)))

        try await BookRepository(shop: shop).order(order)

        let request = try #require(Journal.current?.requests.first)
        #expect(request.method == .post)
        #expect(request.path == "/v1/orders")
        #expect(try request.json(as: BookOrder.self) == order)
    }

    @Test(.network) func otherErrorsReachTheCaller() async throws {
        let shop = Provider<Bookshop>.stub(.on(.book(isbn: "7"), .status(500)))

        let error = await #expect(throws: TernError.self) {
            try await BookRepository(shop: shop).book(isbn: "7")
        }
        #expect(error?.response?.statusCode == 500)
    }

    private func compileProviderOfTheApp() {
        let books = BookRepository(shop: Provider<Bookshop>(plugins: [RetryPlugin(), LogPlugin()]))
        _ = books
    }
}
