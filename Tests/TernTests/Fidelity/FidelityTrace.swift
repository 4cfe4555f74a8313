import Foundation
import Tern
import TernTesting

/// The events of one run of a scenario.
struct FidelityTrace: Equatable {
    /// The events of the journal. Pieces of a body are joined, since the network splits bodies.
    private(set) var journal: [String] = []
    private(set) var plugins: [String] = []
    /// The result of the caller, and its last progress update.
    private(set) var result: [String] = []

    init(of scenario: FidelityScenario, on lane: FidelityLane) async throws {
        let double = try FidelityDouble(scenario)
        let journal = Journal(clock: double.clock)
        let seen = Locked<[String]>([])
        let provider = try double.provider(
            on: lane,
            plugins: [
                TracingPlugin(name: "outer", seen: seen), RepeatingPlugin(retries: scenario.retries),
                TracingPlugin(name: "inner", seen: seen), AttemptPlugin(cancels: scenario.cancellation == .inAPlugin),
            ]
        )
        .configured { $0.maximumBodyBytes = scenario.maximumBodyBytes }
        .recorded(in: journal)
        let target = LiveTarget(
            double.baseURL,
            scenario.path,
            method: scenario.method,
            task: scenario.task,
            headers: scenario.headers,
            validation: scenario.validation,
            timeout: scenario.timesOut ? .seconds(30) : nil
        )
        let canceller = Canceller()
        let call = Task { [scenario] in
            if scenario.cancellation == .beforeTheCall { withUnsafeCurrentTask { $0?.cancel() } }
            let onBody: @Sendable () -> Void = {
                if scenario.cancellation == .insideTheBody { canceller.cancel() }
            }
            if let reading = scenario.reading {
                return await Self.result(of: target, from: provider, reading: reading, onBody: onBody)
            }
            return await Self.result(of: target, from: provider, onBody: onBody)
        }
        canceller.attach { call.cancel() }
        if scenario.cancellation == .whileTheServerThinks {
            await double.gate.waitForArrivals(atLeast: 1)
            call.cancel()
        }
        if scenario.timesOut {
            await double.gate.waitForArrivals(atLeast: 1)
            await double.clock.waitForSleepers(atLeast: 1)
            double.clock.advance(by: .seconds(30))
        }
        // Each run uses a different port.
        func withoutHost(_ lines: [String]) -> [String] {
            lines.map { $0.replacingOccurrences(of: double.baseURL.absoluteString, with: "") }
        }
        result = withoutHost(await call.value)
        plugins = seen.withLock { $0 }
        self.journal = withoutHost(Self.merged(journal.events, isStreamed: scenario.reading != nil))
        double.gate.release()
    }

    private static func result(
        of target: LiveTarget,
        from provider: Provider<LiveTarget>,
        onBody: @escaping @Sendable () -> Void
    ) async -> [String] {
        let told = Locked<TransferProgress?>(nil)
        var lines: [String] = []
        do throws(TernError) {
            let response = try await provider.response(
                to: target,
                options: CallOptions { progress in
                    told.withLock { $0 = progress }
                    if progress.receivedBytes > 0 { onBody() }
                }
            )
            lines.append("response \(response.statusCode), \(response.data.count) bytes")
            lines.append("type \(response.headers["Content-Type"] ?? "none")")
            lines.append("value \(try response.decode(User.self))")
        } catch {
            lines += describe(error)
        }
        let progress = told.withLock { $0 }
        lines.append("progress \(progress.map { "\($0.sentBytes) \($0.receivedBytes)" } ?? "none")")
        return lines
    }

    /// The head, each line or event, and the error of a streamed response. Chunks are joined, since the network splits
    /// bodies.
    private static func result(
        of target: LiveTarget,
        from provider: Provider<LiveTarget>,
        reading: FidelityScenario.Reading,
        onBody: @escaping @Sendable () -> Void
    ) async -> [String] {
        var lines: [String] = []
        var bytes = 0
        do throws(TernError) {
            let stream = try await provider.stream(target)
            lines.append("response \(stream.response.statusCode)")
            lines.append("type \(stream.response.headers["Content-Type"] ?? "none")")
            switch reading {
            case .chunks:
                for try await chunk in stream {
                    bytes += chunk.count
                    onBody()
                }
            case .lines:
                for try await line in stream.lines { lines.append("line \(line)") }
            case .events:
                for try await event in stream.events {
                    lines.append("event \(event)")
                    onBody()
                }
            }
        } catch {
            lines += describe(error)
        }
        return lines + ["\(bytes) bytes"]
    }

    private static func describe(_ error: TernError) -> [String] {
        var lines = ["error \(error.code), attempts \(error.attempts)"]
        lines.append("carries \(error.response.map { "\($0.statusCode), \($0.data.count) bytes" } ?? "nothing")")
        // Engines describe network errors with different words.
        if error.underlying == nil { lines.append("says \(error.reason)") }
        return lines
    }

    /// - Parameter isStreamed: Whether the body may arrive before or after the response: then its bytes are omitted, and the
    ///   result has their number.
    private static func merged(_ events: [Journal.Event], isStreamed: Bool) -> [String] {
        var lines: [String] = []
        var received = 0
        for event in events {
            if case .received(let bytes) = event.kind {
                if isStreamed { continue }
                received += bytes
                continue
            }
            if received > 0 { lines.append("received \(received)") }
            received = 0
            lines.append("\(event.attempt) \(event)")
        }
        return lines
    }
}

/// Records the calls of its hooks.
private struct TracingPlugin: Plugin {
    let name: String
    let seen: Locked<[String]>

    func prepare(_ request: Request, context: RequestContext) async throws -> Request {
        seen.withLock { $0.append("\(name) prepares \(request.method) attempt \(context.attempt)") }
        return request
    }

    func willSend(_ request: Request, context: RequestContext) async {
        seen.withLock { $0.append("\(name) sends \(request.body?.data?.count ?? 0) bytes") }
    }

    func didReceive(_ result: Result<Response, TernError>, context: RequestContext) async {
        let text =
            switch result {
            case .success(let response): "\(response.statusCode)"
            case .failure(let error): "\(error.code), \(error.response?.statusCode ?? 0)"
            }
        seen.withLock { $0.append("\(name) receives \(text)") }
    }
}

/// Retries after any failure.
private struct RepeatingPlugin: Plugin {
    let retries: Int

    func intercept(
        _ request: Request,
        context: RequestContext,
        next: Next
    ) async throws -> Response {
        for _ in 0..<retries {
            do { return try await next(request) } catch { continue }
        }
        return try await next(request)
    }
}

/// Tells the double the number of the attempt, since engines retry themselves if a reused connection is closed.
private struct AttemptPlugin: Plugin {
    let cancels: Bool

    func prepare(_ request: Request, context: RequestContext) async throws -> Request {
        if cancels { withUnsafeCurrentTask { $0?.cancel() } }
        var request = request
        request.headers["X-Attempt"] = "\(context.attempt)"
        return request
    }
}
