import Foundation
import Tern

struct Issue: Codable, Equatable, Sendable {
    let number: Int
    let title: String
}

struct IssueDraft: Codable, Sendable {
    let title: String
}

enum Issues: TargetType {
    case search(String, labels: [String], page: Int?)
    case open(IssueDraft)
    case close(number: Int)
}

extension Issues {
    static let base = URL(string: "https://api.example.com/v1")!
    var baseURL: URL { Self.base }

    var path: String {
        switch self {
        case .search, .open: "/issues"
        case .close(let number): "/issues/\(number)"
        }
    }

    var method: HTTPMethod {
        switch self {
        case .search: .get
        case .open: .post
        case .close: .delete
        }
    }

    var task: HTTPTask {
        switch self {
        case .search(let text, let labels, let page): .query(["q": text, "label": labels, "page": page])
        case .open(let draft): .json(draft).query(["notify": true])
        case .close: .plain
        }
    }

    var headers: HTTPHeaders { ["Accept": "application/json"] }
    var authorization: Authorization { .bearer }
    var timeout: Duration? { .seconds(20) }
}

extension Call<Issues, [Issue]> {
    static func search(_ text: String, labels: [String] = [], page: Int? = nil) -> Self {
        .init(.search(text, labels: labels, page: page), at: "data.items")
    }
}
