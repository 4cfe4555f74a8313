import Foundation
import Tern
import TernPlugins
import TernTesting
import TestDoubles

/// The events of one run of a scenario.
struct FidelityTrace {
    /// The events of the journal. Pieces of a body are joined, since the network splits bodies.
    private(set) var journal: [String] = []
    private(set) var plugins: [String] = []
    /// The result of the caller, its last progress update, and its files.
    private(set) var result: [String] = []
    /// The bodies that the client's journal has, and those that the server received. The latter are empty without a server.
    private(set) var bodies: (sent: [Data], received: [Data]) = ([], [])

    var lines: [String] { journal + plugins + result }
    var linesWithoutProgress: [String] { lines.filter { !$0.hasPrefix("progress ") } }

    init(of scenario: FidelityScenario, on lane: FidelityLane) async throws {
        let double = try FidelityDouble(scenario)
        let journal = Journal(clock: double.clock)
        let seen = Locked<[String]>([])
        let provider = try double.provider(
            on: lane,
            plugins: [
                Hooks.tracing("outer", seen), RepeatingPlugin(retries: scenario.retries),
                Hooks.tracing("inner", seen), AttemptPlugin(cancels: scenario.cancellation == .inAPlugin),
                RequestCompressionPlugin(minimumBytes: 1) { _, _ in scenario.isCompressed },
            ]
        )
        .configured { $0.maximumBodyBytes = scenario.maximumBodyBytes }
        .recorded(in: journal)
        let folder = TemporaryFolder()
        for (name, text) in scenario.files { _ = try folder.file(name, Data(text.utf8)) }
        let target = LiveTarget(
            double.baseURL,
            scenario.path,
            method: scenario.method,
            task: scenario.upload?(folder.url) ?? scenario.task,
            headers: scenario.headers,
            validation: scenario.validation,
            timeout: scenario.timesOut ? .seconds(30) : nil
        )
        let destination = scenario.download.map { Self.destination(of: $0, in: folder) }
        if let destination, let bytes = scenario.download?.partialBytes, bytes > 0 {
            await double.leavePartialFile(of: bytes, of: target, to: destination)
        }
        let canceller = Canceller()
        let call = Task { [scenario] in
            if scenario.cancellation == .beforeTheCall { withUnsafeCurrentTask { $0?.cancel() } }
            let onBody: @Sendable () -> Void = {
                if scenario.cancellation == .insideTheBody { canceller.cancel() }
            }
            if let reading = scenario.reading {
                return await Self.result(of: target, from: provider, reading: reading, onBody: onBody)
            }
            if let destination {
                return await Self.result(of: target, from: provider, to: destination, onBody: onBody)
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
        if scenario.download?.readsBody == false {
            result.removeAll { $0.contains("progress") || $0.contains("resumed") }
        }
        result += try Self.files(in: folder, isCancelled: scenario.cancellation != nil)
        bodies = (journal.requests.map(\.body), double.receivedBodies)
        plugins = seen.withLock { $0 }
        self.journal = withoutHost(Self.merged(journal.events, omitsBytes: scenario.omitsBytes))
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
            lines.append("decoded \(response.isDecoded)")
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
            lines.append("decoded \(stream.response.isDecoded)")
            switch reading {
            case .chunks:
                for try await chunk in stream {
                    bytes += chunk.count
                    onBody()
                }
            case .lines:
                for try await line in stream.lines() { lines.append("line \(line)") }
            case .events:
                for try await event in stream.events() {
                    lines.append("event \(event)")
                    onBody()
                }
            }
        } catch {
            lines += describe(error)
        }
        return lines + ["\(bytes) bytes"]
    }

    static func describe(_ error: TernError) -> [String] {
        var lines = ["error \(error.code), attempts \(error.attempts)"]
        lines.append("carries \(error.response.map { "\($0.statusCode), \($0.data.count) bytes" } ?? "nothing")")
        // Engines describe network errors with different words.
        if error.underlying == nil { lines.append("says \(error.reason)") }
        return lines
    }

    /// - Parameter omitsBytes: Whether the network decides when the bytes of the body arrive.
    private static func merged(_ events: [Journal.Event], omitsBytes: Bool) -> [String] {
        var lines: [String] = []
        var received = 0
        for event in events {
            if case .received(let bytes) = event.kind {
                if omitsBytes { continue }
                received += bytes
                continue
            }
            if received > 0 { lines.append("received \(received)") }
            received = 0
            var line = "\(event.attempt) \(event)"
            if case .sent(let request) = event.kind {
                line += " with \(request.body.count) bytes"
                for name in ["Content-Type", "Range", "If-Range", "Accept-Encoding"] {
                    if let value = request.headers[name] { line += ", \(name) \(value)" }
                }
            }
            lines.append(line)
        }
        return lines
    }
}

extension Hooks {
    /// Records the calls of its closures.
    fileprivate static func tracing(_ name: String, _ seen: Locked<[String]>) -> Hooks {
        Hooks(
            prepare: { request, context in
                seen.withLock { $0.append("\(name) prepares \(request.method) attempt \(context.attempt)") }
            },
            willSend: { request, _ in
                let length = request.body.map { $0.length.map { "\($0)" } ?? "any number of" } ?? "0"
                seen.withLock { $0.append("\(name) sends \(length) bytes") }
            },
            didReceive: { result, _ in
                let text =
                    switch result {
                    case .success(let response): "\(response.statusCode)"
                    case .failure(let error): "\(error.code), \(error.response?.statusCode ?? 0)"
                    }
                seen.withLock { $0.append("\(name) receives \(text)") }
            }
        )
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

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        if cancels { withUnsafeCurrentTask { $0?.cancel() } }
        var request = request
        request.headers["X-Attempt"] = "\(context.attempt)"
        return try await next(request)
    }
}
