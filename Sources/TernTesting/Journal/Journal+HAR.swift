import Foundation
import Tern

extension Journal {
    /// The requests and responses so far as a file in the format HAR 1.2, which the network view of a browser opens.
    ///
    /// A journal has no bodies of responses, only their lengths. Times count from 2000-01-01, when the journal was made.
    /// Secrets are replaced as in a ``Cassette``.
    ///
    /// - Parameter redaction: Decides what is secret. The default rules by default.
    public func har(redaction: Redaction = .default) throws -> Data {
        var exchanges: [CassetteExchange] = []
        /// The last exchange of each call and attempt.
        var last: [[Int]: Int] = [:]
        for event in events {
            let attempt = [event.call, event.attempt]
            if let index = last[attempt] { exchanges[index].add(event) }
            if let request = event.request {
                let target = request.target.map { targetName(of: $0) }
                last[attempt] = exchanges.count
                exchanges.append(CassetteExchange(request: request.recognizable, target: target, start: event.time))
            }
        }
        var rules = CassetteRedaction(redaction)
        let start = Date(timeIntervalSinceReferenceDate: -31_622_400)
        return HARFile.bytes(of: try rules.redacted(exchanges).map { try HAREntry.json(of: $0, startedAt: start) })
    }
}

extension CassetteExchange {
    fileprivate mutating func add(_ event: Journal.Event) {
        let time = event.time - start
        switch event.kind {
        case .received(let bytes): bodyBytes += bytes
        case .responded(let status, let headers):
            head = Head(status: status, headers: headers, time: head?.time ?? time)
            duration = time
        case .redirected(let status, let request):
            head = Head(status: status, headers: ["Location": request.url], time: time)
            duration = time
        case .failed(let code):
            failure = Failure(code: code, reason: "\(code)")
            duration = time
        case .began, .sent, .cached, .cancelled, .ended: break
        }
    }
}
