import Foundation
import Tern

extension SampleResponse {
    /// The body. `nil` if the sample is not a response.
    var body: Data? {
        guard case .message(let response) = outcome else { return nil }
        return response.body
    }

    /// The same response with another body, without delays, gates or pieces. A sample that is not a response stays the
    /// same.
    func replacingBody(with body: Data) -> SampleResponse {
        guard case .message(let response) = outcome else { return ungated }
        var fields = response.headers
        fields.remove("Content-Length")
        return SampleResponse(response.replacingBody(with: body, headers: fields))
    }

    /// Whether both samples are responses with the same status and the same body.
    func isSame(as other: SampleResponse) -> Bool {
        guard case .message(let response) = outcome, case .message(let otherResponse) = other.outcome,
            response.loss == nil, otherResponse.loss == nil
        else { return false }
        return response.status == otherResponse.status && body == other.body
    }
}
