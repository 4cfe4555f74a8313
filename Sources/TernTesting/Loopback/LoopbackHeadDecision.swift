import Tern

/// The decision of a server about a request after its head, before its body.
@nonexhaustive
public enum LoopbackHeadDecision: Sendable {
    /// Reads the body. A client that waits (`Expect: 100-continue`) receives status 100.
    case readBody
    /// Reads the body if the client sends it, without sending status 100.
    case readBodyWithoutAsking
    /// Sends the response immediately, and then closes the connection. The body is discarded; the request is recorded
    /// without it.
    case respond(SampleResponse)
}

extension RecordedSamples {
    /// A head handler whose responses are those of their samples.
    func decided(by decide: LoopbackServer.HeadHandler?) -> LoopbackServer.HeadHandler? {
        guard let decide else { return nil }
        return { request in
            let decision = try await decide(request)
            guard case .respond(let sample) = decision else { return decision }
            return .respond(response(of: sample))
        }
    }
}
