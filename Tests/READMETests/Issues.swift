import Foundation
import Tern

struct Issue: Codable, Equatable, Sendable {
    let number: Int
    let title: String
}

struct IssueDraft: Codable, Sendable {
    let title: String
}

enum Issues: RoutedTarget {
    case search(String, labels: [String], page: Int?)
    case open(IssueDraft)
    case close(number: Int)

    static let base = URL(string: "https://api.example.com/v1")!
    var baseURL: URL { Self.base }

    var route: HTTPRoute {
        switch self {
        case .search(let text, let labels, let page):
            .get("/issues").query(["q": text, "label": labels, "page": page])
        case .open(let draft): .post("/issues").json(draft).query(["notify": true]).timeout(.seconds(60))
        case .close(let number): .delete("/issues/\(number)")
        }
    }

    // For all cases whose route has no other:
    var common: HTTPRoute.Common {
        .init(headers: ["Accept": "application/json"], authorization: .bearer, timeout: .seconds(20))
    }
}

extension Call<Issues, [Issue]> {
    static func search(_ text: String, labels: [String] = [], page: Int? = nil) -> Self {
        .init(.search(text, labels: labels, page: page), at: "data.items")
    }
}
