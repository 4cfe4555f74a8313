import Foundation
import Tern

/// The request with a number. The seed determines all its properties.
struct MutationCall: TargetType {
    let baseURL: URL
    let number: Int
    let method: HTTPMethod
    let bodyBytes: Int
    /// The milliseconds after which the caller cancels the call, or `nil`.
    let cancellation: Int?

    init(_ number: Int, seed: UInt64, baseURL: URL) {
        var random = MutationRandom(seed: seed, number, 1)
        self.number = number
        self.baseURL = baseURL
        method = random.pick(.get, .get, .get, .get, .head, .post, .post, .put, .patch, .delete)
        bodyBytes = [.post, .put, .patch].contains(method) ? random.pick(0, 1, 100, 100, 10_000, 200_000) : 0
        cancellation = random.happens(0.03) ? Int.random(in: 0...5, using: &random) : nil
    }

    var path: String { "/n/\(number)" }

    var task: HTTPTask {
        bodyBytes == 0 ? .plain : .data(Data(repeating: 0x62, count: bodyBytes), contentType: "text/plain")
    }

    var validation: Validation { .none }

    /// Whether a server may process the request twice (RFC 9110, section 9.2.2).
    var isIdempotent: Bool { ![.post, .patch].contains(method) }
}
