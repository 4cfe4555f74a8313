import Foundation

/// The answer of a sample: a head, and a body that comes in pieces.
package struct SampleAnswer: Sendable {
    /// The end of a connection inside a body.
    package struct Loss: Sendable {
        package let receivedBytes: Int
        package let error: any Error
    }

    /// A rest inside a body that has more bytes than these.
    package struct Hold: Sendable {
        package let receivedBytes: Int
        package let gate: SampleGate
    }

    /// What happens to a body.
    package enum Step: Sendable {
        case chunk(Data)
        case hold(SampleGate)
        /// The last one.
        case loss(any Error)
    }

    package let status: Int
    package let headers: HTTPHeaders
    package internal(set) var chunks: [Data]
    package internal(set) var loss: Loss?
    package internal(set) var hold: Hold?

    package init(status: Int, headers: HTTPHeaders, chunks: [Data]) {
        self.status = status
        self.headers = headers
        self.chunks = chunks
    }

    /// The chunks as one.
    package var body: Data {
        // Not `joined()`, which would go through them byte by byte.
        chunks.reduce(into: Data()) { $0 += $1 }
    }

    /// The body's chunks as far as they come, none of them empty, and what is between and after them.
    package var steps: [Step] {
        var steps: [Step] = []
        var hold = hold
        var count = 0
        let end = max(0, loss?.receivedBytes ?? .max)
        for chunk in chunks {
            var rest = chunk.prefix(end - count)
            if let place = hold, place.receivedBytes < count + rest.count {
                let head = rest.prefix(max(0, place.receivedBytes - count))
                if !head.isEmpty { steps.append(.chunk(head)) }
                steps.append(.hold(place.gate))
                rest = rest.dropFirst(head.count)
                count += head.count
                hold = nil
            }
            if !rest.isEmpty { steps.append(.chunk(rest)) }
            count += rest.count
        }
        if let loss { steps.append(.loss(loss.error)) }
        return steps
    }

    /// The same to this request: nothing follows some statuses' heads, and those that HEAD asks for.
    package func responding(to request: Request) -> SampleAnswer {
        guard request.method == .head || status == 204 || status == 304 else { return self }
        return SampleAnswer(status: status, headers: headers, chunks: [])
    }

    /// - Throws: `TernError` with code `.malformedResponse`, if the status is that of no answer.
    package func checkStatus() throws {
        guard (200..<1000).contains(status) else {
            throw TernError(.malformedResponse, reason: "\(status) is not the status of an answer.")
        }
    }
}
