import Foundation
import Tern

/// One run of a case: the transport under test, and what was wrong with it.
struct Trial: Sendable {
    private let makeTransport: TransportConformance.MakeTransport
    private let log = Locked<[String]>([])

    init(_ makeTransport: @escaping TransportConformance.MakeTransport) {
        self.makeTransport = makeTransport
    }

    var violations: [String] { log.withLock { $0 } }

    /// A transport as it is by default, but for what `change` says.
    func transport(_ change: (inout TransportConfiguration) -> Void = { _ in }) throws -> any Transport {
        var configuration = TransportConfiguration()
        change(&configuration)
        return WholeExchange(transport: try makeTransport(configuration))
    }

    /// The transport under test with what Tern does above every transport, such as redirects and timeouts: what a call of a
    /// provider would see.
    private struct WholeExchange: Transport {
        let transport: any Transport

        nonisolated(nonsending) func send(_ request: Request) async throws -> Response {
            try await transport.response(to: request)
        }
    }

    // MARK: - Judging

    func violate(_ sentence: String) {
        log.withLock { $0.append(sentence) }
    }

    func expect(_ isTrue: Bool, _ sentence: @autoclosure () -> String) {
        if !isTrue { violate(sentence()) }
    }

    func expect<Value: Equatable>(_ what: String, _ actual: Value, _ expected: Value) {
        if actual != expected { violate("Expected \(what) to be \(Self.quote(expected)), got \(Self.quote(actual)).") }
    }

    /// - Throws: `Unmet`, which ends the case.
    func require<Value>(_ value: Value?, _ sentence: @autoclosure () -> String) throws -> Value {
        guard let value else { throw Unmet(description: sentence()) }
        return value
    }

    /// - Returns: The error, if `work` threw one.
    @discardableResult
    func expectFailure<Value>(
        _ codes: TernError.Code...,
        of what: String = "the exchange",
        _ work: () async throws -> Value
    ) async -> (any Error)? {
        do {
            let value = try await work()
            violate("Expected \(what) to fail with \(Self.list(codes)), got \(Self.quote(value)).")
            return nil
        } catch {
            let code = await Self.code(of: error)
            expect(
                codes.contains(code),
                "Expected \(what) to fail with \(Self.list(codes)), got \(code): \(Self.text(of: error))."
            )
            return error
        }
    }

    /// Expects `CancellationError`, which is how a transport ends when its task was cancelled.
    func expectCancellation<Value>(of what: String = "the exchange", _ task: Task<Value, any Error>) async {
        switch await task.result {
        case .success(let value): violate("Expected \(what) to be cancelled, got \(Self.quote(value)).")
        case .failure(is CancellationError): break
        case .failure(let error):
            violate("Expected \(what) to end with CancellationError, got \(Self.text(of: error)).")
        }
    }

    struct Unmet: Error, CustomStringConvertible {
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
        let text = (value as? Data).map { String(decoding: $0.prefix(200), as: UTF8.self) } ?? "\(value)"
        let size = (value as? Data).map { " (\($0.count) bytes)" } ?? ""
        return String(text.prefix(400)).debugDescription + size
    }

    /// The code that a caller of a provider would see.
    private static func code(of error: any Error) async -> TernError.Code {
        struct AnyTarget: TargetType {
            let baseURL: URL
            let path = "/"

            init?() {
                guard let url = URL(string: "http://127.0.0.1") else { return nil }
                baseURL = url
            }
        }
        struct ThrowingTransport: Transport {
            let error: any Error
            func send(_ request: Request) async throws -> Response { throw error }
        }
        let provider = Provider<AnyTarget>(transport: ThrowingTransport(error: error))
        guard let target = AnyTarget() else { return .invalidURL }
        do throws(TernError) {
            _ = try await provider.request(target)
            return .transportFailed
        } catch {
            return error.code
        }
    }
}
