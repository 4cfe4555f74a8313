import Foundation
import Tern

// Samples that don't fit into the line of their endpoint.
extension SampleResponse {
    static func page(_ number: Int) -> SampleResponse {
        .json(Page(albums: [Album(id: number)], next: number < 3 ? number + 1 : nil))
    }

    static var list: SampleResponse { .json(Playlist()) }
    static var session: SampleResponse { .json(Session(token: "token-2")) }
    static var png: SampleResponse { .data(Data([0x89, 0x50, 0x4E, 0x47]), contentType: "image/png") }
    static var verse: SampleResponse { .text("Rain on the roof,\nand the ferry is late.") }
    static var plays: SampleResponse { .events([7, 8].map { ServerSentEvent(data: #"{"track":\#($0)}"#) }) }
}

extension HTTPRoute {
    /// This route without a token: a login has none.
    var noToken: HTTPRoute { authorization(.none) }
}
