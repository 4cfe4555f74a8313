import Foundation
import Tern
import TernMoya

/// Records each request, and returns a response made from it.
struct RecordingTransport: Tern.Transport {
    struct Sent: Sendable {
        let url: URL
        let fields: [String: String]
        let body: Data
    }

    private let requests = Recorded<Sent>()
    private let respond: @Sendable (Sent, Int) -> Tern.Response

    /// - Parameter respond: Makes the response from the request and the number of requests before it.
    init(respond: @escaping @Sendable (Sent, Int) -> Tern.Response = { _, _ in Tern.Response(statusCode: 200) }) {
        self.respond = respond
    }

    var sent: [Sent] { requests.values }

    func send(_ request: Tern.Request, hop: Hop) async throws -> Tern.Response {
        let body = Recorded<Data>()
        try await request.body?.forEachChunk { body.add($0) }
        let fields = Dictionary(request.headers.map { ($0.name, $0.value) }) { "\($0), \($1)" }
        let sent = Sent(url: request.url, fields: fields, body: body.values.reduce(Data(), +))
        let count = requests.add(sent)
        return respond(sent, count)
    }
}

/// Suspends each exchange until it is cancelled or the gate opens.
struct GatedTransport: Tern.Transport {
    let gate = SampleGate()
    let began = SampleGate()
    let ended = SampleGate()

    func send(_ request: Tern.Request, hop: Hop) async throws -> Tern.Response {
        began.release()
        defer { ended.release() }
        try? await gate.pass()
        try Swift.Task.checkCancellation()
        return Tern.Response(statusCode: 200, data: Data("done".utf8))
    }
}

/// Reports how much of the body is sent and received.
struct ReportingTransport: Tern.Transport {
    func send(_ request: Tern.Request, hop: Hop) async throws -> Tern.Response {
        let updates = [
            TransferProgress(sentBytes: 5, expectedSentBytes: 10),
            TransferProgress(sentBytes: 10, expectedSentBytes: 10),
            TransferProgress(sentBytes: 10, expectedSentBytes: 10, receivedBytes: 2, expectedReceivedBytes: 4),
        ]
        for update in updates { hop.progress?(update) }
        return Tern.Response(statusCode: 200, data: Data("body".utf8))
    }
}

/// Values in the order in which they were added on any thread.
// `storage` is only reached while `lock` is held.
final class Recorded<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var storage: [Value] = []

    var values: [Value] { lock.withLock { storage } }

    /// - Returns: The number of values before this one.
    @discardableResult
    func add(_ value: Value) -> Int {
        lock.withLock {
            storage.append(value)
            return storage.count - 1
        }
    }
}

extension TernMoya.Response {
    /// The body as text.
    var text: String { String(decoding: data, as: UTF8.self) }
}
