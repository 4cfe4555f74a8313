import Foundation
import Tern

struct LiveAPI: TargetType {
    let baseURL: URL
    let path: String
}

struct WrongBody: Error {
    let bytes: Int

    /// - Throws: `WrongBody` unless the size is as expected, since a quick failure would look like a quick response.
    static func check(_ bytes: Int, expected: Int = 1_024) throws {
        guard bytes == expected else { throw WrongBody(bytes: bytes) }
    }
}
