import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@testable import TernURLSession

@Suite(.timeLimit(.minutes(20)))
struct URLSessionCancellationTests {
    private let folder = TemporaryFolder()

    /// The phase in which a stream or a file is cancelled, by its number.
    private enum Phase: Int, CaseIterable {
        case never, atTheHead, whenTheServerHasIt, whenItsResponseIsSent, byItsDeadline, afterAPiece
    }

    @Test func streamsAndFilesEndOnceEachWhenCancelledAtAnyTime() async throws {
        let body = Data(repeating: 7, count: 70_000)
        let count = 1_200
        let tasks = Locked<[Int: Task<Bool, Never>]>([:])
        let cancel: @Sendable (Int) -> Void = { number in tasks.withLock { $0[number] }?.cancel() }
        let server = try LoopbackServer(options: .init(recordedRequests: 0)) { request in
            let number = Int(request.path.dropFirst()) ?? 0
            switch Phase(rawValue: number % Phase.allCases.count) {
            case .whenTheServerHasIt:
                cancel(number)
                return SampleResponse(headers: ["Content-Length": "100"], body: Data("some".utf8)).stalling()
            case .whenItsResponseIsSent:
                DispatchQueue.global().async { cancel(number) }
                return request.query == nil ? .status(307, headers: ["Location": "?again"]) : .data(body)
            case .byItsDeadline:
                return SampleResponse(headers: ["Content-Length": "70000"], body: Data("some".utf8)).stalling()
            default:
                return .data(body)
            }
        }
        let transport = URLSessionTransport()

        for number in 0..<count {
            let task = Task { [folder] in
                let phase = Phase(rawValue: number % Phase.allCases.count) ?? .never
                let url = server.url.appendingPathComponent("\(number)")
                var request = Request(url: url)
                request.delivery = .streamed
                if number % 2 == 0, phase != .atTheHead, phase != .afterAPiece {
                    request.delivery = .download(.file(folder.url.appendingPathComponent("\(number)"), resumes: false))
                }
                if phase == .byItsDeadline { request.timeout = .milliseconds(number % 40 + 1) }
                do {
                    guard let stream = try await transport.response(to: request).stream else { return true }
                    if phase == .atTheHead { return true }
                    var received = Data()
                    for try await piece in stream {
                        received += piece
                        if phase == .afterAPiece { return true }
                    }
                    return received == body
                } catch is CancellationError {
                    return phase == .whenTheServerHasIt || phase == .whenItsResponseIsSent
                } catch {
                    return phase == .byItsDeadline && (error as? TernError)?.code == .timedOut
                }
            }
            tasks.withLock { $0[number] = task }
        }

        for (number, task) in tasks.withLock(\.self) {
            #expect(await task.value, "exchange \(number)")
        }
        #expect(try folder.contents().allSatisfy { Data($0.value.utf8) == body })
        #expect(try folder.contents().keys.allSatisfy { !$0.hasPrefix(".") })
        withExtendedLifetime(server) {}
    }

    /// The call ends when the session has handled the cancellation, so that a later end of the connection is safe.
    @Test func serverThatStopsAfterACancellationInsideAHeadHasNoEffect() async throws {
        for _ in 0..<100 {
            let arrived = SampleGate()
            let server = try LoopbackServer { _ in
                SampleResponse.verbatim(Data()).writing { writer in
                    try await writer.send("HTTP/1.1 200 OK\r\nX-Cut: a")
                    arrived.release()
                    try await SampleGate().pass()
                }
            }
            let url = server.url
            let transport = URLSessionTransport()
            let call = Task { try await transport.send(Request(url: url)) }
            try await arrived.pass()
            call.cancel()
            await #expect(throws: CancellationError.self) { try await call.value }
            server.stop()
        }
    }
}
