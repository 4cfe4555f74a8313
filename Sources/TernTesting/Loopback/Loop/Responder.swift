import Foundation

/// The closures with which a server responds to its requests.
struct Responder: Sendable {
    /// The complete bytes of a response. `nil` for a request that `route` handles.
    typealias ImmediateHandler = @Sendable (_ request: RecordedRequest, _ bodyBytes: Int) -> Data?

    /// Finds the handler of a request, and adds the case and the parameters of its route to the request.
    let route: @Sendable (RecordedRequest) -> (request: RecordedRequest, handler: LoopbackServer.Handler)
    var headHandler: LoopbackServer.HeadHandler?
    /// Called first, on the loop's thread. If it is set, the server only counts the bytes of bodies, and doesn't keep
    /// them.
    var immediateHandler: ImmediateHandler?
}

extension Responder {
    /// Creates a responder that calls `handler` for each request, and reports the samples that can't be sent.
    init(handler: @escaping LoopbackServer.Handler, headHandler: LoopbackServer.HeadHandler?, samples: RecordedSamples)
    {
        let recorded: LoopbackServer.Handler = { samples.response(of: try await handler($0), for: $0.methodAndPath) }
        self.init(route: { ($0, recorded) })
        guard let headHandler else { return }
        self.headHandler = { request in
            let decision = try await headHandler(request)
            guard case .respond(let sample) = decision else { return decision }
            return .respond(samples.response(of: sample, for: request.methodAndPath))
        }
    }
}
