import Foundation
import TernTesting
import TestDoubles
import TestRounds
import Testing

@testable import Tern
@testable import TernPlugins

@Suite(.timeLimit(.minutes(20)))
struct TracePluginTests {
    private static let parent = TraceContext(
        traceparent: "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01",
        tracestate: ["vendor=1"]
    )

    /// Numbers from 1.
    private static func counting() -> () -> UInt64 {
        let count = Watched<UInt64>(0)
        return {
            count.update { count in
                count += 1
                return count
            }
        }
    }

    private func sent(
        _ plugins: any Plugin...,
        target: OpenTarget = OpenTarget(),
        options: CallOptions = CallOptions()
    ) async throws -> Request {
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub, plugins: plugins)
        return try #require(try await provider.request(target, options: options).request)
    }

    private func options(_ parent: TraceContext?) -> CallOptions {
        var options = CallOptions()
        options.attributes[TraceParent.self] = parent
        return options
    }

    @Test func callWithoutAParentBeginsATrace() async throws {
        let field = try #require(try await sent(TracePlugin()).headers["traceparent"])
        let trace = try #require(TraceContext(traceparent: field))
        #expect(trace.isSampled)
        #expect(try await sent(TracePlugin()).headers["traceparent"] != field)
        #expect(try await sent(TracePlugin()).headers["tracestate"] == nil)
        #expect(try await sent(TracePlugin(isSampled: false)).headers["traceparent"]?.hasSuffix("-00") == true)
    }

    @Test func idsComeFromTheRandomSource() async throws {
        let first = try await sent(TracePlugin(random: Self.counting())).headers["traceparent"]
        let second = try await sent(TracePlugin(random: Self.counting())).headers["traceparent"]
        #expect(first == second)
        // A source without randomness makes valid ids.
        let zeros = try await sent(TracePlugin(random: { 0 })).headers["traceparent"]
        #expect(TraceContext(traceparent: zeros ?? "") != nil)
    }

    @Test func idsDiffer() {
        var ids = TraceIDs(Self.counting())
        let count = Rounds.count(100_000, part: 10_000)
        #expect(Set((0..<count).map { _ in ids.next() }).count == count)
    }

    @Test func parentOfOptionsWinsOverThatOfTheTask() async throws {
        let parent = try #require(Self.parent)
        let other = TraceContext(traceparent: "00-11111111111111111111111111111111-b7ad6b7169203331-00")
        let fromTask = try await TraceContext.$current.withValue(other) { try await sent(TracePlugin()) }
        let fromOptions = try await TraceContext.$current.withValue(other) {
            try await sent(TracePlugin(), options: options(parent))
        }
        #expect(fromTask.headers["traceparent"]?.hasPrefix("00-11111111111111111111111111111111-") == true)
        #expect(fromTask.headers["traceparent"]?.hasSuffix("-00") == true)
        let trace = try #require(TraceContext(traceparent: fromOptions.headers["traceparent"] ?? ""))
        #expect(trace.traceID == parent.traceID)
        #expect(trace.spanID != parent.spanID)
        #expect(fromOptions.headers["tracestate"] == "vendor=1")
    }

    @Test func earlierFieldsAreReplaced() async throws {
        let headers: HTTPHeaders = ["Traceparent": "x", "TraceState": "y"]
        let request = try await sent(TracePlugin(), target: OpenTarget(headers: headers))
        #expect(TraceContext(traceparent: request.headers["traceparent"] ?? "") != nil)
        #expect(request.headers["tracestate"] == nil)
    }

    @Test func attemptsAreSpansOfTheCall() async throws {
        let attempts = Watched<[TraceAttempt]>([])
        func recording() -> TracePlugin {
            TracePlugin { attempt in
                attempts.append(attempt)
                return nil
            }
        }
        let provider = Provider<OpenTarget>(
            returning: .status(500),
            plugins: [recording(), RetryingPlugin(attempts: 2), recording()]
        )
        await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) }

        let (call, first, second) = (attempts.value[0], attempts.value[1], attempts.value[2])
        #expect(attempts.value.count == 3)
        #expect(call.parent == nil)
        #expect(first.parent == call.trace && second.parent == call.trace)
        #expect(Set([call, first, second].map(\.trace.spanID)).count == 3)
        #expect(Set([call, first, second].map(\.trace.traceID)).count == 1)
        #expect(second.context.attempt == 2)
        #expect(call.name == "OpenTarget")
    }

    @Test func spanEndsWithTheResultAndSetsFields() async throws {
        let ends = Watched<[String]>([])
        let plugin = TracePlugin { attempt in
            TraceSpan(headers: ["traceparent": Self.parent?.traceparent ?? "", "X-B3": "\(attempt.context.attempt)"]) {
                switch $0 {
                case .success(let response): ends.append("\(response.statusCode)")
                case .failure(let error): ends.append("\(error.code)")
                }
            }
        }
        let request = try await sent(plugin)
        #expect(request.headers["traceparent"] == Self.parent?.traceparent)
        #expect(request.headers["X-B3"] == "1")
        #expect(request.attributes[TraceParent.self]?.traceID == Self.parent?.traceID)
        let failing = Provider<OpenTarget>(returning: .status(404), plugins: [plugin])
        await #expect(throws: TernError.self) { try await failing.request(OpenTarget()) }
        #expect(ends.value == ["200", "unacceptableStatus"])
    }

    // MARK: - Origins

    @Test(
        arguments: [
            ("https://api.example.com", "https://api.example.com/x", true),
            ("https://api.example.com/v1", "https://api.example.com/v2", true),
            ("https://api.example.com", "https://API.example.com:443/x", true),
            ("https://api.example.com/", "https://api.example.com", true),
            ("https://api.example.com?k=1", "https://api.example.com?k=2", true),
            ("https://api.example.com", "https://api.example.com.evil.example/x", false),
            ("https://api.example.com", "https://api.example.com:8443/x", false),
            ("https://api.example.com", "https://api.example.com@evil.example/x", false),
            ("https://api.example.com/v1", "http://api.example.com/v1", false),
            ("https://api.example.com/v1", "https://api.example.co", false),
            ("https://api.example.com", "https://api.example.com", true),
            ("https://api.example.com", "https://api.example.com/", true),
            ("https://api.example.com", "https://api.example.comx", false),
        ]
    )
    func fieldsGoToTheOriginOfTheTarget(base: String, url: String, isSent: Bool) async throws {
        let target = OpenTarget(baseURL: try #require(URL(string: base)))
        let request = Request(url: try #require(URL(string: url)))
        #expect(TracePlugin.isOfOwnOrigin(request, RequestContext(target: target)) == isSent)
    }

    @Test func fieldsAreNotSentToAnotherOriginUnlessAskedFor() async throws {
        let staging = try #require(URL(string: "https://staging.example.com"))
        func headers(_ plugin: TracePlugin) async throws -> HTTPHeaders? {
            let provider = Provider<OpenTarget>(
                requestClosure: { _, _ in Request(url: staging) },
                stubClosure: Provider.immediatelyStub,
                plugins: [plugin]
            )
            return try await provider.request(OpenTarget()).request?.headers
        }
        #expect(try await headers(TracePlugin { _ in TraceSpan(headers: ["X-B3": "1"]) { _ in } })?.isEmpty == true)
        #expect(try await headers(TracePlugin(where: { _, _ in true }))?.contains("traceparent") == true)
    }

    @Test func originOfTheEndpointClosureReceivesTheFields() async throws {
        let staging = try #require(URL(string: "https://staging.example.com"))
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0, baseURL: staging) },
            stubClosure: Provider.immediatelyStub,
            plugins: [TracePlugin()]
        )
        #expect(try await provider.request(OpenTarget()).request?.headers.contains("traceparent") == true)
    }

    @Test func redirectToAnotherOriginHasNoTrace() async throws {
        let transport = ScriptedTransport(steps: [
            { _ in Response(statusCode: 302, headers: ["Location": "https://other.example/"], body: .data(Data())) },
            { _ in Response(statusCode: 200) },
        ])
        let provider = Provider<OpenTarget>(transport: transport, plugins: [TracePlugin()])
        _ = try await provider.request(OpenTarget(), options: options(Self.parent))
        #expect(transport.requests.value.map { $0.headers.contains("traceparent") } == [true, false])
        #expect(transport.requests.value.map { $0.headers.contains("tracestate") } == [true, false])
    }

    @Test func sharedRequestsNeedNoEqualTraces() async throws {
        let one = try await sent(TracePlugin(), options: options(Self.parent))
        let other = try await sent(TracePlugin())
        #expect(one.headers != other.headers)
        #expect(Fingerprint(one, sample: nil) == Fingerprint(other, sample: nil))
        let different = try await sent(TracePlugin(), target: OpenTarget(headers: ["X-User": "2"]))
        #expect(Fingerprint(one, sample: nil) != Fingerprint(different, sample: nil))
    }

    // MARK: - Interleavings

    /// The spans that began and ended, by their ids.
    private struct Spans {
        var began: [String] = []
        var ended: [String] = []

        var imbalance: String? {
            began.sorted() == ended.sorted() && Set(began).count == began.count
                ? nil : "\(began.count) spans began, \(Set(ended).count) of them ended."
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(arguments: [true, false]) func everySpanEndsOnceInAnyOrder(isBeforeRetries: Bool) async throws {
        let failure = try await PluginStory.firstFailure { scheduler in
            let spans = Watched(Spans())
            let startSpan: TracePlugin.StartSpan = { attempt in
                let id = attempt.trace.spanID
                spans.update { $0.began.append(id) }
                return TraceSpan { _ in spans.update { $0.ended.append(id) } }
            }
            let plugin = TracePlugin(startSpan: startSpan, random: Self.counting())
            await PluginStory.run(plugin, isBeforeRetries: isBeforeRetries, scheduler)
            if let imbalance = spans.value.imbalance { throw Violation(imbalance) }
            guard spans.value.began.count >= PluginStory.paths.count else { throw Violation("No spans.") }
        }
        #expect(failure == nil, "\(failure as Any)")
    }

    /// Keeps the current span in the plugin, where concurrent calls replace it.
    private struct SharedSpanPlugin: Plugin {
        let spans = Watched(Spans())
        let current = Watched("")

        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            current.update { $0 = "\(context.id)" }
            spans.update { $0.began.append("\(context.id)") }
            defer { spans.update { $0.ended.append(current.value) } }
            return try await next(request)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test func sharedSpanIsFound() async throws {
        let failure = try await PluginStory.firstFailure { scheduler in
            let plugin = SharedSpanPlugin()
            await PluginStory.run(plugin, scheduler)
            if let imbalance = plugin.spans.value.imbalance { throw Violation(imbalance) }
        }
        #expect(failure?.failure.contains("spans began") == true, "\(failure as Any)")
    }
}
