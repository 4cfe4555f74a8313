import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

/// The snippets of the guide that builds a plugin step by step.
@Suite(.timeLimit(.minutes(20)))
struct PluginStepsTests {
    @Test(.network) func attemptsOfACallHaveOneKey() async throws {
        let issues = Provider<Issues>.stub(plugins: [RetryOnce(), IdempotencyKeys()]) { _ in
            .inOrder(.networkError(URLError(.networkConnectionLost)), .status(201), .status(201))
        }
        _ = try await issues.request(.open(IssueDraft(title: "Crash")))
        _ = try await issues.request(.open(IssueDraft(title: "Leak")))
        let keys = try #require(Journal.current).requests.compactMap { $0.headers["Idempotency-Key"] }
        try #require(keys.count == 3)
        #expect(keys[0] == keys[1] && keys[1] != keys[2])
    }

    @Test(.network) func attemptsHaveDifferentKeysWithoutAValueOfTheCall() async throws {
        let lost = SampleResponse.networkError(URLError(.networkConnectionLost))
        let plugins: [any Plugin] = [RetryOnce(), PassingPlugin.IdempotencyKeys(), ChangingPlugin.IdempotencyKeys()]
        let issues = Provider<Issues>.stub(plugins: plugins) { _ in .inOrder(lost, .status(201)) }

        _ = try await issues.request(.open(IssueDraft(title: "Crash")))

        let keys = try #require(Journal.current).requests.compactMap { $0.headers["Idempotency-Key"] }
        #expect(Set(keys).count == 2)
    }
}

private enum PassingPlugin {
    struct IdempotencyKeys: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            try await next(request)
        }
    }
}

private enum ChangingPlugin {
    struct IdempotencyKeys: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            var request = request
            if request.method == .post { request.headers["Idempotency-Key"] = UUID().uuidString }
            return try await next(request)
        }
    }
}

struct IdempotencyKeys: Plugin {
    private enum Key: RequestAttributeKey {
        static let defaultValue: String? = nil
    }

    func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
        guard request.method == .post else { return try await next(request) }
        var request = request
        request.headers["Idempotency-Key"] = context.update(Key.self) { key in
            key = key ?? UUID().uuidString
            return key
        }
        return try await next(request)
    }
}
