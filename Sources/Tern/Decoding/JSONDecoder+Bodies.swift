import Foundation

extension JSONDecoder {
    /// Decodes a value from JSON of a peer.
    ///
    /// `JSONDecoder` of Foundation 6.3 ends the process if an array beyond the 512th level begins at the last byte. No
    /// JSON ends where a value, a key or an element would have to follow, so such a body is refused here.
    ///
    /// - Throws: `DecodingError`.
    package func decodeBody<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        // UTF-16 and UTF-32 have zeros around an ASCII character.
        if let last = data.suffix(4).last(where: { $0 != 0 }), "[{:,".utf8.contains(last) {
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "The JSON is not complete."))
        }
        return try decode(type, from: data)
    }
}
