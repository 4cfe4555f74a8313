import Foundation
import Tern

extension SampleResponse {
    /// The body. `nil` of one that is no answer.
    var body: Data? {
        guard case .answer(_, _, let chunks, _) = outcome else { return nil }
        return Data(chunks.joined())
    }

    /// The same answer, at once and whole, with another body. One that is no answer stays as it is.
    func replacingBody(with body: Data) -> SampleResponse {
        guard case .answer(let status, let headers, _, _) = outcome else { return ungated }
        var fields = headers
        fields.remove("Content-Length")
        return .chunked(body.isEmpty ? [] : [body], status: status, headers: fields)
    }

    /// The same without the gate that holds it.
    var ungated: SampleResponse {
        guard gate != nil else { return self }
        switch outcome {
        case .failure(let error): return .networkError(error)
        case .answer(let status, let headers, let chunks, let loss):
            let whole = SampleResponse.chunked(chunks, status: status, headers: headers)
            return loss.map { whole.breakingOff(after: $0.receivedBytes, with: $0.error) } ?? whole
        }
    }

    /// Whether both are answers of one status and one body.
    func isSame(as other: SampleResponse) -> Bool {
        guard case .answer(let status, _, let chunks, loss: nil) = outcome,
            case .answer(let otherStatus, _, let otherChunks, loss: nil) = other.outcome
        else { return false }
        return status == otherStatus && Data(chunks.joined()) == Data(otherChunks.joined())
    }
}
