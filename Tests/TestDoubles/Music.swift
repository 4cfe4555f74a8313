import Foundation
import Tern

/// An API whose calls are declared one by one.
package struct Music: CallTarget {
    package let request: NamedRoute

    package init(request: NamedRoute) { self.request = request }

    package var baseURL: URL { URL(string: "https://music.example.com/v1")! }

    package var common: HTTPRoute.Common { .init(headers: ["Accept": "application/json"], authorization: .bearer) }
}

package struct Album: Codable, Hashable, Sendable {
    package var id: Int
    package var title: String

    package init(id: Int, title: String) {
        self.id = id
        self.title = title
    }
}

extension Call<Music, [Album]> {
    package static func albums(of artist: String, page: Int? = nil) -> Self {
        .init(.get("/artists/\(artist)/albums").query(["page": page]).sample(.json([Album(id: 1, title: "Blue")])))
    }

    package static func found(_ text: String) -> Self { .init(.get("/search").query(["q": text]), at: "data.albums") }
}

extension Call<Music, Album> {
    package static func album(_ id: Int) -> Self {
        .init(.get("/albums/\(id)").sample(.json(["id": id, "title": "Blue"])))
    }

    package static func rename(_ id: Int, to title: String, rating: Double? = nil) -> Self {
        .init(.patch("/albums/\(id)").json(["title": title, "rating": rating]))
    }

    package static func upload(_ title: String, _ file: RequestBody) -> Self {
        .init(.post("/albums").multipart([.text(title, name: "title"), .body(file, name: "file")]))
    }

    package static func replace(_ id: Int, with file: URL) -> Self { .init(.put("/albums/\(id)").file(file)) }
}

extension Call<Music, NoContent> {
    package static func delete(_ id: Int) -> Self { .init(.delete("/albums/\(id)").sample(.status(204))) }
}

extension Call<Music, Data> {
    package static func cover(of id: Int) -> Self { .init(.get("/albums/\(id)/cover").sample(.data(Data([1, 2, 3])))) }
}

extension Call<Music, String> {
    package static var motto: Self { .init(.get("/motto").sample(.text("Play it loud.\nTwice."))) }
}

extension Call<Music, Int> {
    package static var count: Self { .init(.get("/count").sample(.text("12"))) { Int(try $0.string()) ?? 0 } }
}
