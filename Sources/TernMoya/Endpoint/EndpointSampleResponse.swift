import Foundation

/// The response of a stub.
public enum EndpointSampleResponse: Sendable {
    /// A status and a body. The ``Response`` then has no `HTTPURLResponse`.
    case networkResponse(Int, Data)
    /// A response with header fields, and a body.
    case response(HTTPURLResponse, Data)
    /// An error instead of a response.
    case networkError(NSError)
}
