import Foundation
import Tern
import TernTesting

/// The task service, over sockets on 127.0.0.1.
nonisolated final class TaskServer: Sendable {
    /// The bytes per second of a download: few enough for a progress bar that a person can see.
    private static let rate = 4_000_000

    let store: StubState<TaskStore>
    let url: URL
    private let listener: StubState<LoopbackServer>
    private let options: LoopbackServer.Options

    /// - Parameters:
    ///   - port: The port. 0, the default, for a free one.
    ///   - failEvery: Which of the requests fail: each third one for 3. `nil`, the default, for none.
    ///   - log: Receives a line for each response.
    init(port: Int = 0, failEvery: Int? = nil, log: (@Sendable (String) -> Void)? = nil) throws {
        var options = LoopbackServer.Options(recordedRequests: 0)
        if let log {
            options.onResponse = { request, status, _ in log("\(request.method) \(request.path) \(status)") }
        }
        store = StubState(TaskStore(failEvery: failEvery))
        let first = try Self.listener(port: port, store: store, options: options)
        (self.options, url, listener) = (options, first.url, StubState(first))
    }

    var routes: [String] { listener.value.routes }

    func stop() { listener.value.stop() }

    /// Stops, changes what the server knows, and serves the same port again.
    func restart(_ change: @Sendable (inout TaskStore) -> Void) async throws {
        stop()
        try await listener.value.waitForOpenConnections(atMost: 0)
        store.update(change)
        let next = try Self.listener(port: url.port ?? 0, store: store, options: options)
        listener.update { $0 = next }
    }

    // MARK: - Private

    private static func listener(
        port: Int,
        store: StubState<TaskStore>,
        options: LoopbackServer.Options
    ) throws -> LoopbackServer {
        /// A response to a user who is logged in, unless the server is to fail.
        func authorized(_ handler: @escaping Responder) -> Responder {
            { request in
                if store.update({ $0.fails() }) { return problem(503, "The server is busy.") }
                guard store.value.accepts(request.headers["Authorization"]) else {
                    return problem(401, "The token has expired.")
                }
                return try await handler(request)
            }
        }
        return try LoopbackServer(
            port: port,
            handlers: [
                "POST /sessions": { request in
                    let form = try request.json(as: [String: String].self)
                    let tokens = store.update { $0.logIn(form["user"] ?? "", form["password"] ?? "") }
                    return response(tokens, else: 401, "The user or the password is wrong.")
                },
                "POST /sessions/refresh": { request in
                    let form = try request.json(as: [String: String].self)
                    return response(store.update { $0.refresh(form["refreshToken"] ?? "") }, else: 401, "Log in again.")
                },
                "GET /todos": authorized { request in
                    .json(store.value.page(after: request.queryItems.first { $0.name == "after" }?.value))
                },
                "POST /todos": authorized { request in
                    let title = try request.json(as: [String: String].self)["title"] ?? ""
                    guard !title.isEmpty, title.count <= 200 else {
                        return problem(422, "A task needs a text of 1 to 200 characters.")
                    }
                    return .json(store.update { $0.add(title, key: request.headers["Idempotency-Key"]) }, status: 201)
                },
                "PATCH /todos/:id": authorized { request in response(store.update { $0.finish(id(of: request)) }) },
                "PUT /todos/:id/attachment": authorized { request in
                    guard let part = try request.multipart().first else { return problem(422, "There is no file.") }
                    let name = (part.filename ?? "attachment").filter { $0 != "\"" && $0 != "\\" }
                    let attachment = TaskStore.Attachment(name: name, data: part.data)
                    return response(store.update { $0.attach(attachment, to: id(of: request)) })
                },
                "GET /todos/:id/attachment": authorized { download($0, from: store) },
                "GET /events": authorized { request in events(after: request.headers["Last-Event-ID"], of: store) },
            ],
            options: options
        )
    }

    private static func id(of request: RecordedRequest) -> Int { Int(request.parameters["id"] ?? "") ?? 0 }

    private static func download(_ request: RecordedRequest, from store: StubState<TaskStore>) -> SampleResponse {
        let id = id(of: request)
        guard let attachment = store.value.attachments[id] else { return problem(404, "Task \(id) has no attachment.") }
        let breaksOff = store.update { store in
            defer { store.breaksOff = false }
            store.range = request.headers["Range"]
            return store.breaksOff
        }
        return .data(
            attachment.data,
            headers: [
                "ETag": "\"\(id)-\(attachment.data.count)\"",
                "Content-Disposition": "attachment; filename=\"\(attachment.name)\"",
                "Cache-Control": "no-store",
            ]
        )
        .servingRanges()
        .failing(breaksOff ? .close(at: .afterBodyBytes(attachment.data.count / 2)) : .throttled(bytesPerSecond: rate))
    }

    /// All changes after the last one that the client has received, and further ones until the client leaves.
    private static func events(after last: String?, of store: StubState<TaskStore>) -> SampleResponse {
        .status(200, headers: ["Content-Type": "text/event-stream"]).writing { writer in
            let id = UUID()
            let count = store.value.changeCount
            var number = last.flatMap(Int.init).map { min(max(0, $0), count) } ?? count
            defer { store.update { $0.stopWatching(id) } }
            try await send(TaskEvent(kind: .ready), number, to: writer)
            for await _ in store.update({ $0.watch(id) }) {
                for event in store.value.changes(after: number) {
                    number += 1
                    try await send(event, number, to: writer)
                }
            }
        }
    }

    private static func send(_ event: TaskEvent, _ number: Int, to writer: LoopbackWriter) async throws {
        let data = String(decoding: try JSONEncoder().encode(event), as: UTF8.self)
        // A client that has lost its connection is to connect again after half a second.
        try await writer.send("retry: 500\nid: \(number)\ndata: \(data)\n\n")
    }

    private static func response<Value: Encodable & Sendable>(
        _ value: Value?,
        else status: Int = 404,
        _ title: String = "There is no such task."
    ) -> SampleResponse {
        value.map { .json($0) } ?? problem(status, title)
    }

    private static func problem(_ status: Int, _ title: String) -> SampleResponse {
        .json(ProblemDetails(title: title), status: status, headers: ["Content-Type": "application/problem+json"])
    }
}
