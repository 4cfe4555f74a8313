import Foundation
import Tern
import TernTesting

/// A server inside this program. It draws the pictures of the poses itself.
enum PoseServer {
    static let count = 60
    static let posesPerPage = 12
    static let pictureSide = 96

    static func start() throws -> LoopbackServer {
        try LoopbackServer(handlers: [
            "GET /poses": { page(after: $0.queryItems.first?.value) },
            "GET /pictures/:id": { picture(named: $0.parameters["id"] ?? "") },
        ])
    }

    /// The name of a pose, such as “Coral Tree”.
    static func name(of id: Pose.ID) -> String { "\(palette(of: id).name) \(figure(of: id).name)" }

    static func drawing(of id: Pose.ID) -> Bitmap {
        Bitmap(figure(of: id), in: palette(of: id), side: pictureSide)
    }

    // MARK: - Private

    private static func figure(of id: Pose.ID) -> Figure { Figure.all[id % Figure.all.count] }

    /// Adjacent poses have different palettes. When a figure appears again, it also has a different palette.
    private static func palette(of id: Pose.ID) -> Palette {
        Palette.all[(id * 3 + id / Figure.all.count) % Palette.all.count]
    }

    private static func page(after cursor: String?) -> SampleResponse {
        let start = cursor.flatMap(Int.init) ?? 0
        guard (0..<count).contains(start) else { return .status(404) }
        let end = min(count, start + posesPerPage)
        let poses = (start..<end).map { id in
            Pose(id: id, name: name(of: id), picture: PoseAPI.base.appendingPathComponent("pictures/\(id)"))
        }
        let page = PosePage(poses: poses, next: end < count ? "\(end)" : nil)
        return .json(page, headers: ["Cache-Control": "max-age=60"])
    }

    private static func picture(named name: String) -> SampleResponse {
        guard let id = Int(name), (0..<count).contains(id) else { return .status(404) }
        let headers: HTTPHeaders = ["Cache-Control": "max-age=31536000, immutable"]
        return .data(drawing(of: id).bmp, contentType: "image/bmp", headers: headers)
    }
}
