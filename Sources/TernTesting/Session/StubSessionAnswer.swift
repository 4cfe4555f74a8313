import Foundation
import Tern

/// What a sample is to a session.
struct StubSessionAnswer: Sendable {
    let head: HTTPURLResponse
    private let headers: HTTPHeaders
    private let chunks: [Data]
    private let loss: (any Error)?

    /// - Throws: What the sample fails with, and `TernError` with code `.malformedResponse` for a status that none is.
    init?(_ sample: SampleResponse, to request: URLRequest) throws {
        switch sample.outcome {
        case .failure(let error):
            throw error
        case .answer(let status, let headers, let chunks, let loss):
            guard (200..<1000).contains(status), let url = request.url,
                let head = StubHTTPURLResponse.make(url: url, status: status, headers: headers)
            else {
                throw TernError(.malformedResponse, reason: "\(status) is not the status of an answer.")
            }
            let hasBody = request.httpMethod != "HEAD" && status != 204 && status != 304
            self.head = head
            self.headers = headers
            self.chunks = Self.chunks(hasBody ? chunks : [], until: loss)
            self.loss = loss?.error
        }
    }

    private static func chunks(_ chunks: [Data], until loss: SampleResponse.Loss?) -> [Data] {
        var room = loss.map { max(0, $0.receivedBytes) } ?? .max
        return chunks.compactMap { chunk in
            let chunk = chunk.prefix(room)
            room -= chunk.count
            return chunk.isEmpty ? nil : chunk
        }
    }

    /// The request to send next; `nil` if this is the answer.
    ///
    /// - Parameter count: How many were followed before.
    /// - Throws: `URLError`, as a session does.
    func redirect(of request: URLRequest, count: Int) throws -> URLRequest? {
        guard Redirect.isRedirect(head.statusCode) else { return nil }
        guard count < Redirect.limit else { throw URLError(.httpTooManyRedirects) }
        let response = TransportResponse(statusCode: head.statusCode, headers: headers)
        do {
            return try Redirect.next(after: response, to: request, count: count)
        } catch {
            let reason = [NSLocalizedDescriptionKey: error.reason]
            throw URLError(.redirectToNonExistentLocation, userInfo: reason)
        }
    }

    /// What the session is told, at a time each.
    func deliveries(inPieces: Bool) -> [[StubExchange.Part]] {
        let last: StubExchange.Part = loss.map { .failure($0) } ?? .end(head, headers)
        guard inPieces, chunks.count > 1 else {
            let body = chunks.count > 1 ? Data(chunks.joined()) : chunks.first
            return [[.head(head)] + (body.map { [.chunk($0)] } ?? []) + [last]]
        }
        var deliveries = chunks.map { [StubExchange.Part.chunk($0)] }
        deliveries[0].insert(.head(head), at: 0)
        deliveries[deliveries.count - 1].append(last)
        return deliveries
    }
}

extension HTTPHeaders {
    /// As Foundation has them: one value for a name.
    var combined: [String: String] {
        var fields: [String: String] = [:]
        var seen: Set<String> = []
        for field in self where seen.insert(field.name.lowercased()).inserted { fields[field.name] = self[field.name] }
        return fields
    }
}
