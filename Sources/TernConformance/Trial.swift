import Foundation
import Tern

/// One run of a case. It creates the transport under test, and collects its violations.
struct Trial: Sendable {
    private let makeTransport: TransportConformance.MakeTransport
    private let log = Locked<[String]>([])

    init(_ makeTransport: @escaping TransportConformance.MakeTransport) {
        self.makeTransport = makeTransport
    }

    var violations: [String] { log.withLock { $0 } }

    /// A transport with the default configuration, changed by `change`.
    func transport(
        redirects: RedirectPolicy = .follow(limit: 20),
        _ change: (inout TransportConfiguration) -> Void = { _ in }
    ) throws -> any Transport {
        var configuration = TransportConfiguration()
        change(&configuration)
        return CompleteExchange(transport: try makeTransport(configuration), redirects: redirects)
    }

    /// The transport under test with the stages that Tern puts above every transport, such as redirects and timeouts.
    /// It behaves as in a call of a provider.
    private struct CompleteExchange: Transport {
        let transport: any Transport
        let redirects: RedirectPolicy

        nonisolated(nonsending) func send(_ request: Request, hop: Hop) async throws -> Response {
            try await transport.response(to: request, progress: hop.progress, redirects: redirects)
        }

        func decodesResponse(to request: Request, with headers: HTTPHeaders) -> Bool {
            transport.decodesResponse(to: request, with: headers)
        }
    }

    /// The value of an exchange. `steps` run at the same time, for instance to release a response on the server.
    ///
    /// If the exchange fails, `steps` is cancelled, so that a case never waits for a request that won't come.
    func value<Value: Sendable>(
        of exchange: @escaping @Sendable () async throws -> Value,
        during steps: @escaping @Sendable () async throws -> Void
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value?.self) { group in
            group.addTask { try await exchange() }
            group.addTask {
                try await steps()
                return nil
            }
            var value: Value?
            for try await end in group { value = end ?? value }
            return try require(value, "The exchange has no value.")
        }
    }

    // MARK: - Expectations

    func violate(_ sentence: String) {
        log.withLock { $0.append(sentence) }
    }

    func expect(_ isTrue: Bool, _ sentence: @autoclosure () -> String) {
        if !isTrue { violate(sentence()) }
    }

    func expect<Value: Equatable>(_ subject: String, _ actual: Value, _ expected: Value) {
        if actual != expected {
            violate("Expected \(subject) to be \(Self.quote(expected)), got \(Self.quote(actual)).")
        }
    }

    /// - Throws: `UnmetRequirement`, which ends the case.
    func require<Value>(_ value: Value?, _ sentence: @autoclosure () -> String) throws -> Value {
        guard let value else { throw UnmetRequirement(description: sentence()) }
        return value
    }

    /// - Returns: The error, if `work` threw one.
    @discardableResult
    func expectFailure<Value>(
        _ codes: TernError.Code...,
        of subject: String = "the exchange",
        _ work: () async throws -> Value
    ) async -> (any Error)? {
        do {
            let value = try await work()
            violate("Expected \(subject) to fail with \(Self.list(codes)), got \(Self.quote(value)).")
            return nil
        } catch {
            let code = TernError(wrapping: error).code
            expect(
                codes.contains(code),
                "Expected \(subject) to fail with \(Self.list(codes)), got \(Self.text(of: error))"
            )
            return error
        }
    }

    /// Whether an error is one that a transport throws when its task is cancelled: `CancellationError`, or
    /// `TernError` with code `.cancelled` and the response that had begun.
    static func isCancellation(_ error: any Error) -> Bool {
        error is CancellationError || (error as? TernError)?.code == .cancelled
    }

    /// Expects the error of a cancelled task.
    func expectCancellation<Value>(_ task: Task<Value, any Error>) async {
        switch await task.result {
        case .success(let value): violate("Expected the exchange to be cancelled, got \(Self.quote(value)).")
        case .failure(let error) where Self.isCancellation(error): break
        case .failure(let error):
            violate("Expected the exchange to end with a cancellation, got \(Self.text(of: error))")
        }
    }

    /// Expects the error of an exchange that is cancelled after `steps`.
    func expectCancellation<Value: Sendable>(
        of exchange: @escaping @Sendable () async throws -> Value,
        after steps: () async throws -> Void
    ) async rethrows {
        let task = Task { try await exchange() }
        try await steps()
        task.cancel()
        await expectCancellation(task)
    }

    struct UnmetRequirement: Error, CustomStringConvertible {
        let description: String
    }

    // MARK: - Texts

    static func text(of error: any Error) -> String {
        (error as? TernError).map { "\($0.code): \($0.reason)" } ?? "\(error)"
    }

    private static func list(_ codes: [TernError.Code]) -> String {
        codes.map { ".\($0)" }.joined(separator: " or ")
    }

    private static func quote<Value>(_ value: Value) -> String {
        let mirror = Mirror(reflecting: value)
        if mirror.displayStyle == .optional { return mirror.children.first.map { quote($0.value) } ?? "nil" }
        let text = (value as? Data).map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? "\(value)"
        let size = (value as? Data).map { " (\($0.count) bytes)" } ?? ""
        return String(text.prefix(400)).debugDescription + size
    }
}
