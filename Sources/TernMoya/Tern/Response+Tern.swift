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
    /// The response of a call of Tern.
    ///
    /// - Throws: `TernError` with code `.unacceptableStatus` if the target doesn't accept it.
    init<Base: TargetType>(_ response: Response, of target: TernTarget<Base>) throws(TernError) {
        self.init(response, about: target)
        do throws(TernError) {
            self = try validated(by: target.validation)
        } catch {
            throw TernError(error, about: target, attempts: max(1, attempts))
        }
    }

    /// Tern's response with the target in Tern's form.
    init(_ response: Response, about target: any Tern.TargetType) {
        self = response.received ?? Tern.Response(response)
        self.target = target
    }

    /// Tern's response for a response that a stub or a plugin made.
    private init(_ response: Response) {
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
