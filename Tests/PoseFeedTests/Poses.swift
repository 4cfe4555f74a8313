import Foundation
import Tern
import TernTesting

@testable import posefeed

/// Poses whose pictures have one pixel, which tells them apart.
enum Poses {
    static func pose(_ id: Pose.ID) -> Pose {
        Pose(id: id, name: "Pose \(id)", picture: url(id))
    }

    static func url(_ id: Pose.ID) -> URL { URL(string: "https://pictures.example.com/\(id)")! }

    static func id(of url: URL) -> Pose.ID { Int(url.lastPathComponent) ?? -1 }

    static func bitmap(_ id: Pose.ID) -> Bitmap {
        let color = Bitmap.Color(red: UInt8(id % 256), green: UInt8(id / 256 % 256), blue: 7)
        return Bitmap(width: 1, height: 1, filledWith: color)
    }

    /// A page of a feed, whose cursors are numbers of rows.
    static func page(after cursor: String?, of count: Int, posesPerPage: Int) -> SampleResponse {
        let start = cursor.flatMap(Int.init) ?? 0
        let end = min(count, start + posesPerPage)
        return .json(PosePage(poses: (start..<end).map(pose), next: end < count ? "\(end)" : nil))
    }

    /// Pages of a feed without failures.
    @Sendable static func pages(of count: Int, posesPerPage: Int) -> @Sendable (PoseAPI) -> SampleResponse {
        { target in
            switch target {
            case .poses(let cursor): page(after: cursor, of: count, posesPerPage: posesPerPage)
            }
        }
    }
}
