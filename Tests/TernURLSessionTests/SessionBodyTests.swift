import Foundation
import TestDoubles
import Testing

@testable import TernHTTP
@testable import TernURLSession

/// Bodies that Apple's session reads from a stream, and asks for again.
@Suite(.timeLimit(.minutes(20)))
struct SessionBodyTests {
    private let url: URL

    init() throws {
        url = try #require(URL(string: "https://api.example/a"))
    }

    /// Keeps the bytes and the calls of the engine.
    private final class RecordingWriter: BodyWriter {
        enum Call: Equatable {
            case write(Data)
            case finish, abort, release
        }

        /// Whether the session reads nothing, so that each write waits.
        private let isFull: Bool
        let calls: AsyncStream<Call>
        private let continuation: AsyncStream<Call>.Continuation

        init(isFull: Bool) {
            self.isFull = isFull
            (calls, continuation) = AsyncStream.makeStream()
        }

        func write(_ piece: Data) async throws {
            continuation.yield(.write(piece))
            guard isFull else { return }
            let (never, end) = AsyncStream.makeStream(of: Void.self)
            for await _ in never { end.finish() }
            throw BodyStreamClosed()
        }

        func finish() { continuation.yield(.finish) }
        func abort() { continuation.yield(.abort) }
        func release() { continuation.yield(.release) }
    }

    /// Creates writers, and keeps them.
    private struct Writers {
        private let writers = Locked<[RecordingWriter]>([])
        var isFull = false

        var make: BodyStreamPair.Make {
            { [writers, isFull] in
                let writer = RecordingWriter(isFull: isFull)
                writers.withLock { $0.append(writer) }
                return BodyStreamPair(input: InputStream(data: Data()), writer: writer)
            }
        }

        var all: [RecordingWriter] { writers.withLock(\.self) }

        /// The next calls of a writer.
        func calls(_ count: Int, of number: Int) async throws -> [RecordingWriter.Call] {
            try #require(all.count > number)
            var calls: [RecordingWriter.Call] = []
            var iterator = all[number].calls.makeAsyncIterator()
            while calls.count < count, let call = await iterator.next() { calls.append(call) }
            return calls
        }
    }

    private static let piece = Data("piece".utf8)

    private func request(_ method: HTTPMethod, isReplayable: Bool = true) -> Request {
        var request = Request(url: url, method: method)
        let pieces = AsyncStream<Data> { pieces in
            pieces.yield(Self.piece)
            pieces.finish()
        }
        request.body =
            isReplayable
            ? .stream {
                AsyncStream<Data> { pieces in
                    pieces.yield(Self.piece)
                    pieces.finish()
                }
            } : .stream(once: pieces)
        return request
    }

    /// A call, and its task after it was resumed.
    private func start(
        _ request: Request,
        _ writers: Writers
    ) async throws -> (Task<Response, any Error>, SimulatedTask) {
        let (simulation, tasks) = Simulation.make(makeBodyStreams: writers.make)
        let call = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        return (call, try #require(await iterator.next()))
    }

    @Test func bodyIsWrittenOnceAndItsStreamIsClosedAfterTheTask() async throws {
        let writers = Writers()
        let (call, task) = try await start(request(.post), writers)
        #expect(task.needBody() == [true])
        #expect(try await writers.calls(2, of: 0) == [.write(Self.piece), .finish])
        task.sent(5, of: 5)
        task.head()
        task.complete()
        #expect(try await call.value.statusCode == 200)
        #expect(try await writers.calls(1, of: 0) == [.release])
    }

    @Test func progressAfterTheEndIsIgnored() async throws {
        let updates = Locked<[Int64]>([])
        let simulation = Simulation { task in
            task.sent(3, of: 5)
            task.head()
            task.complete()
            task.sent(5, of: 5)
        }
        let hop = Hop(progress: { update in updates.withLock { $0.append(update.sentBytes) } })
        _ = try await simulation.transport.send(request(.post), hop: hop)
        #expect(updates.withLock(\.self).last == 3)
    }

    @Test func repeatedBodyStopsTheFirstWriter() async throws {
        let writers = Writers(isFull: true)
        let (call, task) = try await start(request(.put), writers)
        #expect(task.needBody() == [true])
        #expect(try await writers.calls(1, of: 0) == [.write(Self.piece)])
        #expect(task.needBody() == [true])
        #expect(try await writers.calls(1, of: 0) == [.abort])
        #expect(try await writers.calls(1, of: 1) == [.write(Self.piece)])
        task.head()
        task.complete()
        #expect(try await call.value.statusCode == 200)
        #expect(try await writers.calls(1, of: 0) == [.release])
    }

    @Test(
        arguments: [
            (.post, true, false, .connectionLost), (.put, false, false, .connectionLost),
            (.post, true, true, nil), (.post, false, true, .bodyNotReplayable),
        ] as [(HTTPMethod, Bool, Bool, TernError.Code?)]
    )
    func bodyIsRepeatedOnlyIfThatIsSafe(
        method: HTTPMethod,
        isReplayable: Bool,
        isChallenged: Bool,
        code: TernError.Code?
    ) async throws {
        let writers = Writers()
        let (call, task) = try await start(request(method, isReplayable: isReplayable), writers)
        #expect(task.needBody() == [true])
        #expect(try await writers.calls(2, of: 0) == [.write(Self.piece), .finish])
        if isChallenged { task.transfer?.challengedForPassword(by: .basic) }
        #expect(task.needBody() == [code == nil])
        task.head()
        task.complete()
        do {
            #expect(try await call.value.statusCode == 200)
            #expect(code == nil)
        } catch let loss as ConnectionLoss {
            #expect(loss.error.code == code)
        } catch {
            #expect(TernError(wrapping: error).code == code)
        }
        #expect(task.allActions == (code == nil ? [.resume] : [.resume, .cancel]))
    }

    @Test func redirectedBodyIsNotSentAgain() async throws {
        let writers = Writers()
        let (call, task) = try await start(request(.post), writers)
        #expect(task.needBody() == [true])
        #expect(task.redirect(307) == [nil])
        task.head(307, ["Location": "/b"])
        task.complete()
        #expect(try await call.value.statusCode == 307)
        #expect(writers.all.count == 1)
    }

    @Test func cancelledCallWritesNoBody() async throws {
        let writers = Writers()
        let (call, task) = try await start(request(.put), writers)
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(task.needBody() == [false])
        task.complete(URLError(.cancelled))
        #expect(task.needBody() == [false])
        #expect(writers.all.isEmpty)
    }

    /// A closed stream would look like the end of the body, so that the server would process half a body.
    @Test func cancellationClosesTheStreamOnlyAfterTheTask() async throws {
        let writers = Writers(isFull: true)
        let (call, task) = try await start(request(.post), writers)
        #expect(task.needBody() == [true])
        #expect(try await writers.calls(1, of: 0) == [.write(Self.piece)])
        call.cancel()
        await #expect(throws: CancellationError.self) { try await call.value }
        #expect(try await writers.calls(1, of: 0) == [.abort])
        #expect(task.allActions == [.resume, .cancel])
        task.complete(URLError(.cancelled))
        #expect(try await writers.calls(1, of: 0) == [.release])
    }

    @Test func bodyWithoutAStreamFailsTheCall() async throws {
        let (simulation, tasks) = Simulation.make(makeBodyStreams: { nil })
        let request = request(.post)
        let call = Task { try await simulation.transport.send(request, hop: Hop()) }
        var iterator = tasks.makeAsyncIterator()
        let task = try #require(await iterator.next())
        #expect(task.needBody() == [false])
        #expect(await failure { try await call.value }?.code == .transportFailed)
    }

    @Test func dataAndFilesNeedNoStream() async throws {
        var request = request(.post)
        request.body = .data(Self.piece)
        let (call, task) = try await start(request, Writers())
        #expect(task.request.httpBody == Self.piece)
        #expect(task.needBody() == [false])
        task.head()
        task.complete()
        #expect(try await call.value.statusCode == 200)
    }
}
