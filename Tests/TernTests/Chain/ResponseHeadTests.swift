import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The head of a response, which a plugin receives before the body.
@Suite(.timeLimit(.minutes(20)))
struct ResponseHeadTests {
    enum Form: CaseIterable, Sendable { case collected, file, stream }

    /// Makes the call of a target, and reads its body.
    private static func body(
        of target: LiveTarget,
        as form: Form,
        from provider: Provider<LiveTarget>
    ) async throws -> Data {
        switch form {
        case .collected: return try await provider.request(target).data
        case .file:
            let file = FileManager.default.temporaryDirectory.appending(path: "tern-\(UUID().uuidString)")
            defer { try? FileManager.default.removeItem(at: file) }
            _ = try await provider.download(target, to: .file(file))
            return try Data(contentsOf: file)
        case .stream:
            var body = Data()
            for try await piece in try await provider.stream(target) { body += piece }
            return body
        }
    }

    /// The server sends the rest of the body when the plugin has the head.
    @Test(arguments: Engine.allCases, Form.allCases)
    func headArrivesBeforeTheBody(on engine: Engine, form: Form) async throws {
        let gate = SampleGate()
        let server = try LoopbackServer { _ in .text("abc", headers: ["X-A": "1"]).held(by: gate, after: 1) }
        defer { server.stop() }
        let heads = Watched<[String]>([])
        let plugin = InterceptingPlugin { request, _, next in
            try await next(request) { head in
                let response = try? head.get()
                heads.append(
                    "\(response?.statusCode ?? 0) \(response?.headers["X-A"] ?? "") \(response?.data.count ?? -1)"
                )
                gate.release()
            }
        }
        let provider = Provider<LiveTarget>(transport: try engine.transport(), plugins: [plugin])

        let body = try await Self.body(of: LiveTarget(server.url, "/"), as: form, from: provider)

        #expect(body == Data("abc".utf8))
        #expect(heads.value == ["200 1 0"])
    }

    @Test func unacceptableHeadIsTheErrorOfValidation() async throws {
        let codes = Watched<[TernError.Code?]>([])
        let plugin = InterceptingPlugin { request, _, next in
            try await next(request) { head in
                if case .failure(let error) = head { codes.append(error.code) } else { codes.append(nil) }
            }
        }
        for validation in [Validation.successCodes, .none] {
            let provider = Provider<OpenTarget>(returning: .text("gone", status: 404), plugins: [plugin])
            _ = try? await provider.request(OpenTarget(validation: validation))
        }
        #expect(codes.value == [.unacceptableStatus, nil])
    }

    /// Each attempt of a plugin that retries has a head.
    @Test func everyPluginReceivesTheHeadsOfAllAttempts() async throws {
        let heads = Watched<[String]>([])
        let outer = InterceptingPlugin { request, _, next in try await next(request) { _ in heads.append("outer") } }
        let inner = InterceptingPlugin { request, _, next in try await next(request) { _ in heads.append("inner") } }
        let provider = Provider<OpenTarget>(
            returning: .status(503),
            plugins: [outer, RetryingPlugin(attempts: 2), inner]
        )

        _ = try? await provider.request(OpenTarget())

        #expect(heads.value == ["inner", "outer", "inner", "outer"])
    }

    @Test func limitOfTheBodyApplies() async throws {
        let plugin = InterceptingPlugin { request, _, next in try await next(request) { _ in } }
        let provider = Provider<OpenTarget>(returning: .text("abc"), plugins: [plugin])

        let error = await #expect(throws: TernError.self) {
            try await provider.request(OpenTarget(), options: CallOptions(delivery: .collected(limit: 2)))
        }

        #expect(error?.code == .bodyTooLarge)
    }
}
