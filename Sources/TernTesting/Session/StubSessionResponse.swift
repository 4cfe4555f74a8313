import Foundation
import Tern

/// A sample in the form that a session delivers.
struct StubSessionResponse: Sendable {
    let head: HTTPURLResponse
    private let message: SampleMessage

    /// - Throws: The error of the sample; `TernError` with code `.malformedResponse` for an invalid status.
    init(_ sample: SampleResponse, to request: URLRequest) throws {
        message = try sample.message(for: Request(withoutStream: request))
        try message.check()
        guard let url = message.url ?? request.url,
            let head = StubHTTPURLResponse.make(url: url, status: message.status, headers: message.headers)
        else {
            let reason = "Foundation can't create a response with this status and these fields."
            throw TernError(.malformedResponse, reason: reason)
        }
        self.head = head
    }

    /// The request that follows a redirect. `nil` if this is the final response.
    ///
    /// - Parameter count: The number of redirects so far.
    /// - Throws: `URLError`, as a session does.
    func redirect(of request: URLRequest, count: Int) throws -> URLRequest? {
        guard Redirect.isRedirect(head.statusCode) else { return nil }
        guard count < Redirect.limit else { throw URLError(.httpTooManyRedirects) }
        let response = Response(statusCode: head.statusCode, headers: message.headers)
        do {
            return try Redirect.next(after: response, to: Request(withoutStream: request), count: count)
                .map { URLRequest($0) }
        } catch {
            let reason = [NSLocalizedDescriptionKey: error.reason]
            throw URLError(.redirectToNonExistentLocation, userInfo: reason)
        }
    }

    /// The deliveries to the session, and the gates and pauses between them.
    func deliveries(inPieces: Bool, on clock: any Clock<Duration>) -> [StubExchange.Delivery] {
        var parts: [StubExchange.Part] = [.head(head)]
        var deliveries: [StubExchange.Delivery] = []
        var last = StubExchange.Part.end(head, message.headers)
        for step in message.steps {
            switch step {
            case .chunk(let data):
                if inPieces, case .chunk? = parts.last {
                    deliveries.append(.parts(parts))
                    parts = []
                }
                parts.append(.chunk(data))
            case .hold(let gate):
                if inPieces {
                    deliveries.append(.parts(parts))
                    parts = []
                }
                deliveries.append(.wait(gate.pass))
            case .pause(let interval):
                if inPieces {
                    deliveries.append(.parts(parts))
                    parts = []
                }
                deliveries.append(.wait { try await Waiting.wait(for: interval, on: clock) })
            case .loss(let error):
                // The error of a session whose body can't be decoded.
                let undecodable = (error as? TernError).map {
                    URLError(.cannotDecodeRawData, userInfo: [NSLocalizedDescriptionKey: $0.reason])
                }
                last = .failure(undecodable ?? error)
            }
        }
        parts.append(last)
        return deliveries + [.parts(inPieces ? parts : Self.inOneChunk(parts))]
    }

    private static func inOneChunk(_ parts: [StubExchange.Part]) -> [StubExchange.Part] {
        let body = parts.reduce(into: Data()) { if case .chunk(let data) = $1 { $0.append(data) } }
        let others = parts.filter { if case .chunk = $0 { false } else { true } }
        return body.isEmpty ? others : [others[0], .chunk(body)] + others.dropFirst()
    }
}
