import Foundation
import Tern

/// A layer below a cache that replaces the lifetime of each successful response:
///
/// ```swift
/// let transport = CurlTransport().layered(StorageTime(.seconds(30 * 86_400))).cached(by: cache)
/// ```
///
/// The time begins when the response arrives. The response has the field `Cache-Control: max-age=…` in place of its own,
/// and no `Expires`, `Pragma`, `Age` and `Date`. It suits resources that never change under their URL, such as pictures. A
/// response with `Vary: *` isn't stored.
public struct StorageTime: TransportLayer {
    private let time: Duration

    /// Creates the layer.
    ///
    /// - Parameter time: How long a response is fresh. Fractions of a second and negative times count as zero.
    public init(_ time: Duration) {
        self.time = time
    }

    public func send(_ request: Request, hop: Hop, next: any Transport) async throws -> Response {
        var response = try await next.send(request, hop: hop)
        guard response.statusCode == 200 || response.statusCode == 304 else { return response }
        for name in ["Expires", "Pragma", "Age", "Date"] { response.headers.remove(name) }
        response.headers["Cache-Control"] = "max-age=\(max(0, time.components.seconds))"
        return response
    }
}
