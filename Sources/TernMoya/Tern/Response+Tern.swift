import Foundation
import Tern

extension Response {
    /// Moya's response for a response of Tern.
    convenience init(_ received: Tern.Response, to request: URLRequest) {
        self.init(
            statusCode: received.statusCode,
            data: received.data,
            request: request,
            response: received.response,
            received: received
        )
    }
}

extension Tern.Response {
    /// Tern's response for a response that a stub or a plugin made.
    init(_ response: Response) {
        var headers = Tern.HTTPHeaders()
        for (name, value) in (response.response?.allHeaderFields ?? [:]).sorted(by: { "\($0.key)" < "\($1.key)" }) {
            headers.add("\(value)", for: "\(name)")
        }
        self.init(
            statusCode: response.statusCode,
            data: response.data,
            headers: headers,
            request: response.request.flatMap { try? Tern.Request($0) },
            url: response.response?.url
        )
    }
}
