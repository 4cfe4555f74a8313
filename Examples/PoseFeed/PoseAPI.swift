import Foundation
import Tern

/// A server that lists poses in pages. The pictures can have URLs on any server.
enum PoseAPI: TargetType, Hashable {
    /// The page at a cursor. `nil` for the first page.
    case poses(after: String?)
}

extension PoseAPI {
    static let base = URL(string: "https://poses.example.com")!

    var baseURL: URL { Self.base }

    var path: String { "/poses" }

    var task: HTTPTask {
        switch self {
        case .poses(let cursor): cursor.map { .query(["after": $0]) } ?? .plain
        }
    }
}

extension Call<PoseAPI, PosePage> {
    static func poses(after cursor: String?) -> Self { .init(.poses(after: cursor)) }
}
