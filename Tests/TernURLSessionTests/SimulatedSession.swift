import Foundation

@testable import TernHTTP
@testable import TernURLSession

/// A session that reports nothing by itself. A test reports the events, in the order that it examines.
///
/// It keeps its delegate's events until it is invalidated and no task runs, as Apple's session does.
final class SimulatedSession: TaskSession {
    private struct State {
        var events: SessionEvents?
        var tasks: [Int: SimulatedTask] = [:]
        var count = 0
        var isInvalidated = false
    }

    private let state: Locked<State>
    private let script: @Sendable (SimulatedTask) -> Void

    /// - Parameter script: Called for each task when it is first resumed, before the transport's function suspends.
    init(_ events: SessionEvents, script: @escaping @Sendable (SimulatedTask) -> Void) {
        state = Locked(State(events: events))
        self.script = script
    }

    var taskCount: Int { state.withLock(\.count) }

    func makeTask(for request: URLRequest, body: RequestBody?) -> any SessionTask {
        state.withLock { state in
            state.count += 1
            let task = SimulatedTask(state.count, request, in: self, state.events, script)
            state.tasks[state.count] = task
            return task
        }
    }

    func finishTasksAndInvalidate() {
        state.withLock { state in
            state.isInvalidated = true
            if state.tasks.isEmpty { state.events = nil }
        }
    }

    fileprivate func completed(_ id: Int) {
        state.withLock { state in
            state.tasks[id] = nil
            if state.isInvalidated, state.tasks.isEmpty { state.events = nil }
        }
    }
}

/// A task of a `SimulatedSession`.
final class SimulatedTask: SessionTask {
    enum Action: Equatable {
        case resume, suspend, cancel
    }

    let taskIdentifier: Int
    let request: URLRequest
    let response: URLResponse? = nil
    /// The calls of the engine.
    let actions: AsyncStream<Action>
    private let recorded = Locked<[Action]>([])
    private let continuation: AsyncStream<Action>.Continuation
    private let session: SimulatedSession
    private let events: SessionEvents?
    private let script: @Sendable (SimulatedTask) -> Void

    fileprivate init(
        _ id: Int,
        _ request: URLRequest,
        in session: SimulatedSession,
        _ events: SessionEvents?,
        _ script: @escaping @Sendable (SimulatedTask) -> Void
    ) {
        taskIdentifier = id
        self.request = request
        self.session = session
        self.events = events
        self.script = script
        (actions, continuation) = AsyncStream.makeStream()
    }

    /// The calls of the engine so far.
    var allActions: [Action] { recorded.withLock(\.self) }

    func resume() {
        let isFirst = record(.resume)
        if isFirst { script(self) }
    }

    func suspend() { record(.suspend) }

    func cancel() { record(.cancel) }

    @discardableResult private func record(_ action: Action) -> Bool {
        let isFirst = recorded.withLock { recorded in
            recorded.append(action)
            return recorded.count == 1
        }
        continuation.yield(action)
        return isFirst
    }

    // MARK: - Events of the session

    /// The transfer of the task. `nil` after its completion.
    var transfer: URLSessionTransfer? { events?.transfer(of: self) }

    /// - Returns: The dispositions that the delegate responded with.
    @discardableResult func head(_ status: Int = 200, _ fields: [String: String] = [:]) -> [URLSession
        .ResponseDisposition]
    {
        let answers = Locked<[URLSession.ResponseDisposition]>([])
        guard let head = Self.head(status, fields) else { return [] }
        events?.received(head, of: self) { answer in answers.withLock { $0.append(answer) } }
        return answers.withLock(\.self)
    }

    /// - Returns: The requests that the delegate responded with.
    @discardableResult func redirect(_ status: Int = 302, to location: String = "/b") -> [URLRequest?] {
        let answers = Locked<[URLRequest?]>([])
        guard let head = Self.head(status, ["Location": location]) else { return [] }
        events?.redirected(by: head, of: self) { answer in
            answers.withLock { $0.append(answer) }
        }
        return answers.withLock(\.self)
    }

    /// - Returns: Whether each response of the delegate has a stream.
    @discardableResult func needBody() -> [Bool] {
        let answers = Locked<[Bool]>([])
        events?.needsBody(of: self) { stream in
            let hasStream = stream != nil
            answers.withLock { $0.append(hasStream) }
        }
        return answers.withLock(\.self)
    }

    func data(_ data: Data) { transfer?.received(data) }

    func data(_ text: String) { data(Data(text.utf8)) }

    func sent(_ bytes: Int64, of expected: Int64) { transfer?.sent(bytes, of: expected) }

    func measured(_ metrics: Response.Metrics) { transfer?.measured(metrics) }

    func waitForConnectivity() { events?.isWaitingForConnectivity(self) }

    func complete(_ error: (any Error)? = nil) {
        events?.completed(self, with: error)
        session.completed(taskIdentifier)
    }

    func invalidateSession(_ error: (any Error)? = nil) { events?.invalidated(with: error) }

    static func head(_ status: Int, _ fields: [String: String] = [:]) -> HTTPURLResponse? {
        URL(string: "https://api.example/a").flatMap {
            HTTPURLResponse(url: $0, statusCode: status, httpVersion: "HTTP/1.1", headerFields: fields)
        }
    }
}

/// A transport over a `SimulatedSession` that behaves as Apple's.
struct Simulation {
    let transport: URLSessionTransport
    let session: SimulatedSession
    let events: SessionEvents

    init(
        _ options: URLSessionTransport.Options = .init(),
        makeBodyStreams: @escaping BodyStreamPair.Make = BodyStreamPair.make,
        script: @escaping @Sendable (SimulatedTask) -> Void
    ) {
        events = SessionEvents(URLSessionHooks(options))
        session = SimulatedSession(events, script: script)
        var connections = URLSessionTransport.Connections(session, events)
        connections.kind = .apple
        connections.makeBodyStreams = makeBodyStreams
        transport = URLSessionTransport(connections)
    }

    /// A simulation whose tasks the test takes from the returned stream.
    static func make(
        _ options: URLSessionTransport.Options = .init(),
        makeBodyStreams: @escaping BodyStreamPair.Make = BodyStreamPair.make
    ) -> (Simulation, AsyncStream<SimulatedTask>) {
        let (tasks, continuation) = AsyncStream.makeStream(of: SimulatedTask.self)
        let simulation = Simulation(options, makeBodyStreams: makeBodyStreams) { continuation.yield($0) }
        return (simulation, tasks)
    }

    /// - Returns: The response to a request whose events `script` reports, with its body.
    static func response(
        to request: Request,
        _ options: URLSessionTransport.Options = .init(),
        script: @escaping @Sendable (SimulatedTask) -> Void
    ) async throws -> Response {
        try await Simulation(options, script: script).transport.send(request, hop: Hop())
    }
}
