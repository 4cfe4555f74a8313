import Foundation
import Tern

/// The API of a music service: a line for each endpoint, with its path, parameters, body, sample and type of value.
struct Music: CallTarget {
    let request: NamedRoute
    var baseURL: URL { URL(string: "https://music.example.com/v1")! }
    var common: HTTPRoute.Common { .init(authorization: .bearer) }
}

extension Call<Music, Page> {
    static func albums(_ page: Int = 1) -> Self { .init(.get("/albums").query(["page": page]).sample(.page(page))) }
    static func search(_ text: String) -> Self { .init(.get("/search").query(["q": text]).sample(.json(Page()))) }
    static func related(to album: Int) -> Self { .init(.get("/albums/\(album)/related").sample(.json(Page()))) }
}

extension Call<Music, Album> {
    static var latest: Self { .init(.get("/albums/latest").sample(.json(Album()))) }
    static func album(_ id: Int) -> Self { .init(.get("/albums/\(id)").sample(.json(Album(id: id)))) }
    static func add(_ album: Album) -> Self { .init(.post("/albums").json(album).sample(.json(album, status: 201))) }
    static func rename(_ album: Album) -> Self { .init(.put("/albums/\(album.id)").json(album).sample(.json(album))) }
}

extension Call<Music, Track> {
    static func track(_ id: Int) -> Self { .init(.get("/tracks/\(id)").sample(.json(Track(id: id)))) }
    static func next(after id: Int) -> Self { .init(.get("/tracks/\(id)/next").sample(.json(Track(id: id + 1)))) }
    static func upload(_ song: Song) -> Self { .init(.post("/tracks").multipart(song.parts).sample(.json(Track()))) }
    static func rate(_ track: Track) -> Self { .init(.put("/tracks/\(track.id)").json(track).sample(.json(track))) }
}

extension Call<Music, Playlist> {
    static func playlist(_ id: UUID) -> Self { .init(.get("/playlists/\(id)").sample(.json(Playlist(id: id)))) }
    static func create(_ list: Playlist) -> Self { .init(.post("/playlists").json(list).sample(.json(list))) }
    static func append(_ track: Int, to id: UUID) -> Self { .init(.post("/playlists/\(id)/\(track)").sample(.list)) }
}

extension Call<Music, NoContent> {
    static func delete(_ album: Int) -> Self { .init(.delete("/albums/\(album)").sample(.status(204))) }
    static func delete(_ list: UUID) -> Self { .init(.delete("/playlists/\(list)").sample(.status(204))) }
    static var logOut: Self { .init(.delete("/session").sample(.status(204))) }
}

extension Call<Music, Session> {
    static func logIn(_ user: User) -> Self { .init(.post("/session").form(user).noToken.sample(.json(Session()))) }
    static func refresh(_ token: String) -> Self { .init(.post("/token").form(["t": token]).noToken.sample(.session)) }
}

extension Call<Music, Data> { static func cover(_ id: Int) -> Self { .init(.get("/albums/\(id)/cover").sample(.png)) } }
extension Call<Music, String> { static func lyrics(_ id: Int) -> Self { .init(.get("/lyrics/\(id)").sample(.verse)) } }
extension Call<Music, Play> { static var plays: Self { .init(.get("/plays").sample(.plays)) } }
