import Foundation
import Tern

/// What a sample is to a session.
struct StubSessionAnswer: Sendable {
    let head: HTTPURLResponse
    private let answer: SampleMessage

    /// - Throws: What the sample fails with, and `TernError` with code `.malformedResponse` for a status that none is.
    init(_ sample: SampleResponse, to request: URLRequest) throws {
        answer = try sample.message(for: Request(withoutStream: request))
        try answer.checkStatus()
        guard let url = request.url,
            let head = StubHTTPURLResponse.make(url: url, status: answer.status, headers: answer.headers)
        else {
            throw TernError(.malformedResponse, reason: "Foundation takes this status and these fields for no answer.")
        }
        self.head = head
    }

    /// The request to send next; `nil` if this is the answer.
    ///
    /// - Parameter count: How many were followed before.
    /// - Throws: `URLError`, as a session does.
    func redirect(of request: URLRequest, count: Int) throws -> URLRequest? {
        guard Redirect.isRedirect(head.statusCode) else { return nil }
        guard count < Redirect.limit else { throw URLError(.httpTooManyRedirects) }
        let response = Response(statusCode: head.statusCode, headers: answer.headers)
        do {
            return try Redirect.next(after: response, to: Request(withoutStream: request), count: count)
                .map { URLRequest($0) }
        } catch {
            let reason = [NSLocalizedDescriptionKey: error.reason]
            throw URLError(.redirectToNonExistentLocation, userInfo: reason)
        }
    }

    /// What the session is told, at a time each, and what it waits for between.
    func deliveries(inPieces: Bool) -> [StubExchange.Delivery] {
        var parts: [StubExchange.Part] = [.head(head)]
        var deliveries: [StubExchange.Delivery] = []
        var last = StubExchange.Part.end(head, answer.headers)
        for step in answer.steps {
            switch step {
            case .chunk(let data):
                if inPieces, case .chunk? = parts.last {
                    deliveries.append(.tell(parts))
                    parts = []
                }
                parts.append(.chunk(data))
            case .hold(let gate):
                if inPieces {
                    deliveries.append(.tell(parts))
                    parts = []
                }
                deliveries.append(.hold(gate))
            case .loss(let error):
                last = .failure(error)
            }
        }
        parts.append(last)
        return deliveries + [.tell(inPieces ? parts : Self.inOneChunk(parts))]
    }

    private static func inOneChunk(_ parts: [StubExchange.Part]) -> [StubExchange.Part] {
        let body = parts.reduce(into: Data()) { if case .chunk(let data) = $1 { $0.append(data) } }
        let others = parts.filter { if case .chunk = $0 { false } else { true } }
        return body.isEmpty ? others : [others[0], .chunk(body)] + others.dropFirst()
    }
}
