import Foundation
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernURLSession

/// The events of Apple's session in every order that its documentation allows, and in some that it doesn't.
@Suite(.timeLimit(.minutes(20)))
struct SessionOrderTests {
    private let url: URL
    private let lost = URLError(.networkConnectionLost)

    init() throws {
        url = try #require(URL(string: "https://api.example/a"))
    }

    private func request(_ change: (inout Request) -> Void = { _ in }) -> Request {
        var request = Request(url: url)
        change(&request)
        return request
    }

    private func code(of error: any Error) -> TernError.Code { TernError(wrapping: error).code }

    private func failure(
        of request: Request? = nil,
        _ script: @escaping @Sendable (SimulatedTask) -> Void
    ) async -> TernError.Code? {
        do {
            _ = try await Simulation.response(to: request ?? self.request(), script: script)
            return nil
        } catch let loss as ConnectionLoss {
            return loss.error.code
        } catch {
            return code(of: error)
        }
    }

    // MARK: - Metrics

    private func metrics(_ name: String) -> Response.Metrics {
        Response.Metrics(total: .seconds(1), protocolName: name)
    }

    @Test func lastMetricsBeforeTheCompletionAreThoseOfTheResponse() async throws {
        let (first, second, late) = (metrics("first"), metrics("h2"), metrics("late"))
        let response = try await Simulation.response(to: request()) { task in
            task.head()
            task.measured(first)
            task.measured(second)
            task.complete()
            task.measured(late)
        }
        #expect(response.metrics?.protocolName == "h2")
    }

    @Test func responseWithoutTheSessionsMetricsHasOwnTimes() async throws {
        let late = metrics("late")
        let response = try await Simulation.response(to: request()) { task in
            task.head()
            task.data("body")
            task.complete()
            task.measured(late)
        }
        #expect(response.metrics?.protocolName == nil)
        #expect(response.metrics?.receivedBodyBytes == 4)
    }

    // MARK: - Heads

    @Test func unfollowedRedirectIsTheResponseOnce() async throws {
        let answers = Locked<[URLRequest?]>([])
        let response = try await Simulation.response(to: request()) { task in
            let answer = task.redirect()
            answers.withLock { $0 = answer }
            // The session continues with the redirect as the response (documentation of willPerformHTTPRedirection).
            task.head(302, ["Location": "/b"])
            task.data("moved")
            task.complete()
        }
        #expect(response.statusCode == 302)
        #expect(answers.withLock(\.self) == [nil])
    }

    @Test func redirectAfterACancellationReceivesExactlyOneAnswer() async throws {
        let (simulation, tasks) = Simulation.make()
        let request = request()
        let call = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(task.redirect() == [nil])
        task.complete(URLError(.cancelled))
        #expect(task.redirect() == [nil])
        #expect(task.allActions == [.resume, .cancel])
    }

    @Test func informationalHeadIsNotTheResponse() async throws {
        let response = try await Simulation.response(to: request()) { task in
            #expect(task.head(103) == [.allow])
            #expect(task.head(200, ["ETag": "a"]) == [.allow])
            task.complete()
        }
        #expect(response.statusCode == 200 && response.headers["ETag"] == "a")
    }

    @Test func partsOfAReplacedBodyAreOneResponse() async throws {
        let response = try await Simulation.response(to: request()) { task in
            task.head(200, ["Content-Type": "multipart/x-mixed-replace; boundary=a"])
            task.data("one")
            #expect(task.head(200, ["Content-Type": "image/jpeg"]) == [.allow])
            task.data("two")
            task.complete()
        }
        #expect(response.data == Data("onetwo".utf8))
        #expect(response.headers["Content-Type"]?.hasPrefix("multipart/") == true)
    }

    // MARK: - Ends

    @Test func completionWithoutAHeadIsAMalformedResponse() async {
        let code = await failure { task in
            task.complete()
            #expect(task.head() == [.allow])
            task.data("late")
            task.complete()
        }
        #expect(code == .malformedResponse)
    }

    @Test func dataAfterTheCompletionIsIgnored() async throws {
        let response = try await Simulation.response(to: request()) { task in
            task.head()
            task.data("body")
            task.complete()
            task.data("more")
            task.complete()
        }
        #expect(response.data == Data("body".utf8))
    }

    @Test(arguments: [true, false]) func dataBeforeTheHeadIsNotLost(isCollected: Bool) async throws {
        let request = request { $0.delivery = isCollected ? .collected(limit: 100) : .streamed }
        let simulation = Simulation { task in
            task.data("early ")
            task.head()
            task.data("late")
            task.complete()
        }
        var response = try await simulation.transport.send(request, hop: Hop())
        if let stream = response.stream { response.body = .data(try await stream.collected()) }
        #expect(response.data == Data("early late".utf8))
    }

    @Test func errorAfterAWholeBodyIsTheError() async {
        let lost = lost
        let code = await failure { task in
            task.head(200, ["Content-Length": "4"])
            task.data("body")
            task.complete(lost)
        }
        #expect(code == .connectionLost)
    }

    @Test func errorAfterTheEndOfAStreamIsItsError() async throws {
        let request = request { $0.delivery = .streamed }
        let lost = lost
        let response = try await Simulation.response(to: request) { task in
            task.head()
            task.data("body")
            task.complete(lost)
        }
        let stream = try #require(response.stream)
        var pieces = stream.makeAsyncIterator()
        #expect(try await pieces.next() == Data("body".utf8))
        await #expect(throws: (any Error).self) { try await pieces.next() }
    }

    @Test(arguments: [ECONNABORTED, ECONNRESET, EPIPE]) func lossOfTheSocketIsALostConnection(number: Int32) async {
        let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
        await #expect(throws: ConnectionLoss.self) {
            try await Simulation.response(to: request()) { task in task.complete(error) }
        }
    }

    @Test func sessionsOwnCancellationIsNotThatOfTheCaller() async {
        #expect(await failure { $0.complete(URLError(.cancelled)) } == .tlsFailed)
    }

    @Test(arguments: [true, false]) func invalidSessionEndsItsCalls(hasHead: Bool) async throws {
        let request = request { $0.delivery = hasHead ? .streamed : .collected(limit: 100) }
        let script: @Sendable (SimulatedTask) -> Void = { task in
            if hasHead { task.head() }
            task.invalidateSession()
            task.complete(URLError(.cancelled))
        }
        let error = await #expect(throws: TernError.self) {
            let response = try await Simulation.response(to: request, script: script)
            _ = try await response.stream?.collected()
        }
        #expect(error?.code == .transportFailed)
        #expect(error?.reason.contains("invalidated") == true)
    }

    // MARK: - Cancellation

    @Test func eventsAfterACancellationHaveNoEffect() async throws {
        let (simulation, tasks) = Simulation.make()
        let request = request()
        let call = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }

        #expect(task.head() == [.allow])
        task.data("body")
        task.sent(1, of: 1)
        task.complete(URLError(.cancelled))

        #expect(task.allActions == [.resume, .cancel])
        #expect(task.transfer == nil)
    }

    @Test func cancelledCallStartsNoTask() async {
        let simulation = Simulation { _ in }
        let request = request()
        let call = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await simulation.transport.send(request, hop: Hop())
        }
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(simulation.session.taskCount == 0)
    }

    @Test func abandonedStreamCancelsItsTaskOnce() async throws {
        let (simulation, tasks) = Simulation.make()
        let request = request { $0.delivery = .streamed }
        // A task keeps its value.
        var call: Task<Response, any Error>? = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        task.head()
        task.data("body")
        #expect(try await call?.value.stream != nil)
        call = nil
        var actions = task.actions.makeAsyncIterator()
        #expect(await actions.next() == .resume)
        #expect(await actions.next() == .cancel)
        task.data("late")
        task.complete(URLError(.cancelled))
        #expect(task.allActions == [.resume, .cancel])
    }

    // MARK: - Backpressure

    private static let piece = Data(count: BodyBudget.maximumBytes + 1)

    @Test func fastServerIsPausedUntilTheReaderCatchesUp() async throws {
        let (simulation, tasks) = Simulation.make()
        let request = request { $0.delivery = .streamed }
        let call = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        var actions = task.actions.makeAsyncIterator()
        #expect(await actions.next() == .resume)
        task.head()
        task.data(Self.piece)
        #expect(await actions.next() == .suspend)
        // A suspended task may still report bytes that it has received (NSURLSession.h, suspend).
        task.data("late")

        let stream = try #require(try await call.value.stream)
        var pieces = stream.makeAsyncIterator()
        #expect(try await pieces.next() == Self.piece)
        #expect(await actions.next() == .resume)
        #expect(try await pieces.next() == Data("late".utf8))
        task.complete()
        #expect(try await pieces.next() == nil)
        #expect(task.allActions == [.resume, .suspend, .resume])
    }

    @Test func pausedTaskIsCancelledWithoutBeingResumed() async throws {
        let (simulation, tasks) = Simulation.make()
        let request = request { $0.delivery = .streamed }
        var call: Task<Response, any Error>? = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        var actions = task.actions.makeAsyncIterator()
        #expect(await actions.next() == .resume)
        task.head()
        task.data(Self.piece)
        #expect(await actions.next() == .suspend)
        #expect(try await call?.value.stream != nil)
        call = nil
        #expect(await actions.next() == .cancel)
        task.complete(URLError(.cancelled))
        #expect(task.allActions == [.resume, .suspend, .cancel])
    }

    /// The documentation of `URLSessionTask.suspend()` says that tasks other than downloads start over.
    @Test(arguments: [nil, "multipart/x-mixed-replace"])
    func taskThatStartsOverDeliversNoByteTwice(mediaType: String?) async throws {
        let (simulation, tasks) = Simulation.make()
        let request = request { $0.delivery = .streamed }
        let call = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        var actions = task.actions.makeAsyncIterator()
        #expect(await actions.next() == .resume)
        task.head(200, mediaType.map { ["Content-Type": $0] } ?? [:])
        task.data(Self.piece)
        #expect(await actions.next() == .suspend)
        let stream = try #require(try await call.value.stream)
        var pieces = stream.makeAsyncIterator()
        #expect(try await pieces.next() == Self.piece)
        #expect(await actions.next() == .resume)

        #expect(task.head() == [.allow])
        task.data("again")
        task.complete()

        do {
            let piece = try await pieces.next()
            #expect(mediaType != nil && piece == Data("again".utf8))
        } catch {
            #expect(mediaType == nil && code(of: error) == .connectionLost)
        }
    }

    // MARK: - Waiting

    @Test func waitingIsReportedOnlyWhileTheCallRuns() async throws {
        let waiting = Locked<[URL]>([])
        var options = URLSessionTransport.Options()
        options.onWaitingForConnectivity = { request in waiting.withLock { $0.append(request.url) } }
        _ = try await Simulation.response(to: request(), options) { task in
            task.waitForConnectivity()
            task.head()
            task.complete()
            task.waitForConnectivity()
        }
        #expect(waiting.withLock(\.self) == [url])

        let (simulation, tasks) = Simulation.make(options)
        let request = request()
        let call = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        task.waitForConnectivity()
        #expect(waiting.withLock(\.self) == [url])
    }

    // MARK: - Memory

    private final class Weak<Object: AnyObject> {
        private(set) weak var object: Object?
        init(_ object: Object?) { self.object = object }
    }

    @Test(arguments: [true, false]) func nothingIsLeftOfAnEndedCall(isCancelled: Bool) async throws {
        var (simulation, tasks): (Simulation?, AsyncStream<SimulatedTask>?) = (nil, nil)
        (simulation, tasks) = Simulation.make()
        let transport = Weak(simulation?.transport)
        let (session, events) = (Weak(simulation?.session), Weak(simulation?.events))
        let request = request()
        var call: Task<Response, any Error>? = Task { [transport = simulation?.transport] in
            try await #require(transport).send(request, hop: Hop())
        }
        simulation = nil
        var iterator = tasks?.makeAsyncIterator()
        var task = try #require(await iterator?.next()) as SimulatedTask?
        let (weakTask, transfer) = (Weak(task), Weak(task?.transfer))
        // The call keeps the transport.
        #expect(transport.object != nil && transfer.object != nil)

        if isCancelled {
            call?.cancel()
        } else {
            task?.head()
            task?.complete()
        }
        _ = try? await call?.value
        // The session keeps its delegate until the end of the cancelled task.
        if isCancelled { task?.complete(URLError(.cancelled)) }
        (task, call, iterator, tasks) = (nil, nil, nil, nil)

        #expect(transport.object == nil && session.object == nil && events.object == nil)
        #expect(weakTask.object == nil && transfer.object == nil)
    }
}
