import Foundation
import Tern

extension SampleResponse {
    /// The body. `nil` of one that is no answer.
    var body: Data? {
        guard case .message(let answer) = outcome else { return nil }
        return answer.body
    }

    /// The same answer, at once and whole, with another body. One that is no answer stays as it is.
    func replacingBody(with body: Data) -> SampleResponse {
        guard case .message(let answer) = outcome else { return ungated }
        var fields = answer.headers
        fields.remove("Content-Length")
        return .chunked(body.isEmpty ? [] : [body], status: answer.status, headers: fields)
    }

    /// Whether both are answers of one status and one body.
    func isSame(as other: SampleResponse) -> Bool {
        guard case .message(let answer) = outcome, case .message(let otherAnswer) = other.outcome,
            answer.loss == nil, otherAnswer.loss == nil
        else { return false }
        return answer.status == otherAnswer.status && body == other.body
    }
}
