import Foundation
import Tern

/// The target of Tern's call: a request that is complete.
struct SentTarget: Tern.TargetType {
    let request: Tern.Request
    var validation: Tern.Validation = .none

    var baseURL: URL { request.url }
    var path: String { "" }
    var method: Tern.HTTPMethod { request.method }

    var endpoint: Tern.Endpoint {
        Tern.Endpoint(
            url: request.url.absoluteString,
            sampleResponseClosure: { .status(200) },
            method: request.method
        )
    }

    /// The request, with the URL of the endpoint, which the options of a call may change.
    func request(for endpoint: Tern.Endpoint) -> Tern.Request {
        guard endpoint.url != request.url.absoluteString, let url = URL(string: endpoint.url) else { return request }
        var request = request
        request.url = url
        return request
    }
}
