import Tern

/// Responds to a request in a test.
///
/// A ``StubSession``, a ``LoopbackServer`` and the rules of `Provider.stub` take such a closure:
///
/// ```swift
/// let echo: Responder = { request in .text(request.text) }
/// let stub = StubSession(response: echo)
/// let server = try LoopbackServer(handlers: ["POST /echo": echo])
/// let shop = Provider<Shop>.stub(.on(case: .echo, response: echo))
/// ```
///
/// A double calls it once for each request, with its body in memory. It may suspend; other requests continue in the
/// meantime. When the client cancels its request, the closure's task is cancelled. An error that it throws is a finding
/// of the journal, unless the task is cancelled.
public typealias Responder =
    nonisolated(nonsending) @Sendable (_ request: RecordedRequest) async throws -> SampleResponse
