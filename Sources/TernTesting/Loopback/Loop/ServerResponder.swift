import Foundation

/// The closures with which a server responds to its requests.
struct ServerResponder: Sendable {
    /// The complete bytes of a response. `nil` for a request that `route` handles.
    typealias ImmediateHandler = @Sendable (_ request: RecordedRequest, _ bodyBytes: Int) -> Data?

    /// Finds the handler of a request, and adds the case and the parameters of its route to the request.
    let route: @Sendable (RecordedRequest) -> (request: RecordedRequest, responder: Responder)
    var headHandler: LoopbackServer.HeadHandler?
    /// Called first, on the loop's thread. If it is set, the server only counts the bytes of bodies, and doesn't keep
    /// them.
    var immediateHandler: ImmediateHandler?
}

extension ServerResponder {
    /// Responds by the entries of a table. A request that no entry fits receives status 501 with a body that says why.
    init(_ table: ResponderTable) {
        self.init(route: { request in
            let match = table.match(request)
            guard match.isFound else {
                let error = table.unmatched(request)
                return (request, { _ in .text(error.reasonAndAdvice + "\n", status: 501) })
            }
            return (match.request, { _ in try await table.response(to: match) })
        })
    }
}
