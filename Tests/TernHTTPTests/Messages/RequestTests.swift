import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct RequestTests {
    private enum Priority: RequestAttributeKey {
        static let defaultValue = 0
    }

    private enum Tenant: RequestAttributeKey {
        static var defaultValue: String? { nil }
    }

    private let url = URL(string: "https://api.example.com/things?q=1")!

    @Test func everythingButTheURLHasADefault() {
        let request = Request(url: url)

        #expect(request.method == .get)
        #expect(request.headers == [:])
        #expect(request.body == nil)
        #expect(request.delivery == .collected())
        #expect(request.timeout == nil)
        #expect(request.idleTimeout == nil)
        #expect(request.attributes[Priority.self] == 0)
    }

    @Test func attributesHaveTheirTypesAndDefaults() {
        var request = Request(url: url)
        request.attributes[Priority.self] = 2

        #expect(request.attributes[Priority.self] == 2)
        #expect(request.attributes[Tenant.self] == nil)
        request.attributes[Tenant.self] = "ada"
        #expect(request.attributes[Tenant.self] == "ada")
        request.attributes[Tenant.self] = nil
        #expect(request.attributes[Tenant.self] == nil)
        #expect(request.attributes[Priority.self] == 2)
    }

    @Test func textsShowNoFieldBodyOrAttribute() {
        var request = Request(url: URL(string: "https://api.example.com/?token=hunter2")!)
        request.headers["Authorization"] = "Bearer hunter2"
        request.body = .data(Data("password=hunter2".utf8))
        request.attributes[Tenant.self] = "hunter2"

        #expect(leaks(of: "hunter2", in: textForms(of: request)) == [])
        #expect(leaks(of: "hunter2", in: textForms(of: request.attributes)) == [])
    }

    // MARK: - URLRequest

    @Test func conversionKeepsTheMessage() throws {
        var request = Request(url: url, method: .put, headers: ["Accept": "a/b", "accept": "c/d", "Cookie": "a=1"])
        request.headers.add("b=2", for: "cookie")
        request.body = .data(Data("body".utf8))
        request.idleTimeout = .milliseconds(1_500)

        let urlRequest = URLRequest(request)

        #expect(urlRequest.url == url)
        #expect(urlRequest.httpMethod == "PUT")
        #expect(urlRequest.allHTTPHeaderFields == ["Accept": "a/b, c/d", "Cookie": "a=1; b=2"])
        #expect(urlRequest.httpBody == Data("body".utf8))
        #expect(urlRequest.timeoutInterval == 1.5)
        let back = try Request(urlRequest)
        #expect(back.url == url)
        #expect(back.method == .put)
        #expect(back.headers == ["Accept": "a/b, c/d", "Cookie": "a=1; b=2"])
        #expect(back.body?.data == Data("body".utf8))
        #expect(back.idleTimeout == .milliseconds(1_500))
    }

    @Test func urlRequestSettingsSurviveConversionInBothDirections() throws {
        var urlRequest = URLRequest(url: url)
        urlRequest.cachePolicy = .reloadIgnoringLocalCacheData
        urlRequest.setValue("a", forHTTPHeaderField: "X-A")

        var request = try Request(urlRequest)
        request.headers = ["X-B": "b"]
        let back = URLRequest(request)

        #expect(back.cachePolicy == .reloadIgnoringLocalCacheData)
        #expect(back.allHTTPHeaderFields == ["X-B": "b"])
        #expect(try Request(URLRequest(url: url)).attributes.urlRequest == nil)
    }

    @Test func requestWithoutURLIsRefused() {
        var urlRequest = URLRequest(url: url)
        urlRequest.url = nil
        let refused = urlRequest

        #expect { try Request(refused) } throws: { ($0 as? TernError)?.code == .invalidURL }
    }

    // MARK: - Bodies

    @Test func chunksOfEveryBodyCanBeRead() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try Data("file".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let stream = AsyncStream<Data> { continuation in
            for text in ["on", "", "ce"] { continuation.yield(Data(text.utf8)) }
            continuation.finish()
        }
        let bodies: [(RequestBody, String, Int64?, Bool)] = [
            (.data(Data("data".utf8)), "data", 4, true), (.data(Data()), "", 0, true),
            (try .file(folder), "file", 4, true), (.stream(length: 4, once: stream), "once", 4, false),
        ]
        for (body, text, length, isReplayable) in bodies {
            let chunks = Locked<[String]>([])
            try await body.forEachChunk { chunk in
                chunks.withLock { $0.append(String(decoding: chunk, as: UTF8.self)) }
            }
            #expect(chunks.withLock { $0.joined() } == text)
            #expect(chunks.withLock { !$0.contains("") })
            #expect(body.length == length)
            #expect(body.isReplayable == isReplayable)
        }
    }

    // MARK: - On the wire

    @Test(arguments: Engine.allCases) func valuesOfOneFieldReachTheServerAndCookiesInOneField(on engine: Engine)
        async throws
    {
        let server = try LoopbackServer { request in
            .text(request.headers["X-A"] ?? "none", headers: ["X-Cookies": "\(request.headers.values(for: "Cookie"))"])
        }
        let headers: HTTPHeaders = ["X-A": "1", "Cookie": "a=1", "x-a": "2", "cookie": "b=2"]

        let response = try await engine.transport().response(to: Request(url: server.url, headers: headers))

        #expect(String(decoding: response.data, as: UTF8.self) == "1, 2")
        #expect(response.headers["X-Cookies"] == "[\"a=1; b=2\"]")
    }

    @Test func timeoutOfARequestRunsOnTheProvidersClock() async throws {
        let clock = ManualClock()
        let provider = Provider<OpenTarget>(
            requestClosure: { endpoint, _ in
                var request = try endpoint.request()
                request.timeout = .seconds(10)
                return request
            },
            stubClosure: Provider.delayedStub(.seconds(100)),
            clock: clock
        )
        let call = Task { await #expect(throws: TernError.self) { try await provider.request(OpenTarget()) } }

        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(10))

        #expect(await call.value?.code == .timedOut)
    }
}
