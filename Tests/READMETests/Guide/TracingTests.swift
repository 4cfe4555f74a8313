import Foundation
import Tern
import TernPlugins
import TernTestSupport
import TernTesting
import Testing

/// The snippets of the guide's page on logs, metrics and traces, for traces.
@Suite(.timeLimit(.minutes(20)))
struct TracingTests {
    enum Shop: TargetType {
        case order

        var baseURL: URL { URL(string: "https://shop.example.com")! }
        var path: String { "/order" }
    }

    struct FieldsInjector: Injector {
        func inject(_ value: String, forKey key: String, into headers: inout HTTPHeaders) { headers[key] = value }
    }

    private static func makeTracing(_ tracer: StandInTracer) -> TracePlugin {
        TracePlugin { attempt in
            let span = tracer.startSpan(attempt.name, context: .current ?? .topLevel, ofKind: .client)
            var headers: HTTPHeaders = [:]
            tracer.inject(span.context, into: &headers, using: FieldsInjector())
            return TraceSpan(headers: headers) { result in
                if case .failure(let error) = result { span.recordError(error) }
                span.end()
            }
        }
    }

    private struct IncomingRequest {
        let headers: HTTPHeaders
    }

    private static func handle(_ request: IncomingRequest, _ shop: Provider<Shop>) async throws -> Response {
        let parent = TraceContext(
            traceparent: request.headers["traceparent"] ?? "",
            tracestate: request.headers.values(for: "tracestate")
        )
        return try await TraceContext.$current.withValue(parent) {
            try await shop.request(.order)
        }
    }

    private static func request(_ shop: Provider<Shop>, _ parent: TraceContext?) async throws -> Response {
        var options = CallOptions()
        options.attributes[TraceParent.self] = parent
        return try await shop.request(.order, options: options)
    }

    @Test(.network) func parentReachesTheServer() async throws {
        let shop = Provider<Shop>.stub(plugins: [TracePlugin()]) { _ in .status(200) }
        let field = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

        _ = try await Self.handle(IncomingRequest(headers: ["traceparent": field, "tracestate": "a=1"]), shop)
        _ = try await Self.request(shop, TraceContext(traceparent: field))

        let sent = try #require(Journal.current).requests.map { $0.headers["traceparent"] ?? "" }
        #expect(sent.allSatisfy { $0.hasPrefix(field.prefix(36)) && $0 != field })
        #expect(Set(sent).count == 2)
    }

    @Test(.network) func tracerRecordsSpans() async throws {
        let tracer = StandInTracer()
        let shop = Provider<Shop>.stub(plugins: [Self.makeTracing(tracer)]) { _ in .inOrder(.status(200), .status(500))
        }
        _ = try await shop.request(.order)
        await #expect(throws: TernError.self) { try await shop.request(.order) }

        #expect(tracer.events == ["Shop.order end", "Shop.order error", "Shop.order end"])
        let journal = try #require(Journal.current)
        #expect(journal.requests.allSatisfy { $0.headers["traceparent"] == ServiceContext.topLevel.traceparent })
    }
}
