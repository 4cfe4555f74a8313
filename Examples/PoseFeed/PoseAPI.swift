import Foundation
import Tern

/// A server that lists poses in pages. The pictures can have URLs on any server.
enum PoseAPI: RoutedTarget, Hashable {
    /// The page at a cursor. `nil` for the first page.
    case poses(after: String?)
}

extension PoseAPI {
    static let base = URL(string: "https://poses.example.com")!

    var baseURL: URL { Self.base }

    var route: HTTPRoute {
        switch self {
        case .poses(let cursor): .get("/poses").query(["after": cursor])
        }
    }
}

extension Call<PoseAPI, PosePage> {
    static func poses(after cursor: String?) -> Self { .init(.poses(after: cursor)) }
}
