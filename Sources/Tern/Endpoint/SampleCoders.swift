import Foundation

/// The decoder and the encoder of a provider, which determine the JSON of its stubs.
package struct SampleCoders: Sendable {
    let decoder: JSONDecoder
    /// Determines the strategies for which the decoder has a closure.
    let encoder: JSONEncoder

    package init(decoder: JSONDecoder = JSONDecoder(), encoder: JSONEncoder = JSONEncoder()) {
        self.decoder = decoder
        self.encoder = encoder
    }

    /// `nil` if the canonical encoder writes what the decoder reads.
    var sampleEncoder: JSONEncoder? { decoder.matchingEncoder(like: encoder) }
}
