import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct EndpointTests {
    @Test func shortFormTakesEverythingFromTheTarget() throws {
        let target = OpenTarget(path: "a", method: .put, task: .query(["q": 1]), headers: ["A": "1"])

        let endpoint = Endpoint(target)

        #expect(endpoint.url == "https://api.example.com/a")
        #expect(endpoint.method == .put)
        #expect(endpoint.httpHeaderFields == ["A": "1"])
        #expect(try endpoint.request().url.absoluteString == "https://api.example.com/a?q=1")
    }

    @Test func longFormIsWrittenWithTheTargetsURL() async throws {
        let provider = Provider<GitHub>(
            endpointClosure: { target in
                Endpoint(
                    url: URL(target: target).absoluteString,
                    sampleResponseClosure: { .networkResponse(200, target.sampleData) },
                    method: target.method,
                    task: target.task,
                    httpHeaderFields: target.headers
                )
            },
            stubClosure: Provider.immediatelyStub
        )

        let response = try await provider.request(.search(query: "a b", page: 2))

        #expect(response.request?.url.absoluteString == "https://api.github.com/search/repositories?q=a%20b&page=2")
        #expect(response.data == GitHub.search(query: "", page: nil).sampleData)
    }

    @Test func anotherBaseURLKeepsThePathOfTheTarget() throws {
        let staging = try #require(URL(string: "https://staging.example/v3/"))
        #expect(Endpoint(GitHub.zen, baseURL: staging).url == "https://staging.example/v3/zen")
        #expect(Endpoint(GitHub.zen).url == "https://api.github.com/zen")
    }

    @Test func modifiersChangeOnlyOnePart() throws {
        let original = Endpoint(OpenTarget(task: .query(["q": 1]), headers: ["A": "1", "B": "2"]))

        let endpoint = original.adding(headers: ["a": "3", "C": "4"]).replacing(task: .json([1]))
        let request = try endpoint.request()

        #expect(endpoint.httpHeaderFields == ["a": "3", "B": "2", "C": "4"])
        #expect(request.url.absoluteString == "https://api.example.com/things")
        #expect(request.body?.data == Data("[1]".utf8))
        #expect(original.httpHeaderFields == ["A": "1", "B": "2"])
        #expect(try original.request().url.query == "q=1")
    }

    @Test func respondingEvaluatesItsSampleOncePerAttempt() async throws {
        let evaluations = Watched(0)
        let sample: @Sendable () -> SampleResponse = {
            let count = evaluations.update {
                $0 += 1
                return $0
            }
            return count < 3 ? .status(503) : .text("third")
        }
        let provider = Provider<OpenTarget>(returning: sample(), plugins: [RetryingPlugin()])

        let response = try await provider.request(OpenTarget())

        #expect(try response.string() == "third")
        #expect(evaluations.value == 3)
    }

    @Test(
        arguments: [
            ("//evil.example/x", "//"), ("https://evil.example/x", "absolute URL"), ("/a#b", "# at byte 2"),
            ("/a%zz", "% at byte 2"), ("/a\r\nb", "control character"), ("/../../x", "above"),
        ]
    )
    func invalidPathIsReportedByTheRequest(path: String, reason: String) async throws {
        let target = OpenTarget(path: path)
        let transport = RecordingTransport { _ in .text("never") }
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint(url: URL(target: $0).absoluteString, sampleResponseClosure: { .status(200) }) },
            transport: transport
        )
        let short = Provider<OpenTarget>(transport: transport)

        let error = try await #require(throws: TernError.self) { try await provider.request(target) }
        let shortError = try await #require(throws: TernError.self) { try await short.request(target) }

        #expect(URL(target: target).absoluteString == "about:invalid")
        #expect(error.code == .invalidURL)
        #expect(error.reason.contains(reason))
        #expect(error.target is OpenTarget)
        #expect(error.attempts == 0)
        #expect(shortError.code == .invalidURL)
        #expect(shortError.reason == error.reason)
        #expect(transport.requests.isEmpty)
    }

    @Test(
        arguments: [
            "", "things", "/things", "ftp://a/b", "file:///etc/passwd", "https://", "https:///path", "http://:80/",
            "https://a/#b", "about:invalid", "mailto:a@b.c", "https://a b/", "https://a/ü",
        ]
    )
    func urlThatIsNotHTTPIsRefused(url: String) async throws {
        let transport = RecordingTransport { _ in .text("never") }
        let provider = Provider<OpenTarget>(
            endpointClosure: { _ in Endpoint(url: url, sampleResponseClosure: { .status(200) }) },
            transport: transport
        )

        // Characters that need an escape are refused, too, so that the sent URL never differs from the given one.
        #expect(await failure { try await provider.request(OpenTarget()) }?.code == .invalidURL)
        #expect(transport.requests.isEmpty)
    }

    @Test func textFormsHideCredentials() {
        let endpoint = Endpoint(
            url: "https://user:hunter2@api.example.com/a?page=2&access_token=hunter2",
            sampleResponseClosure: { .status(200) },
            task: .json(["password": "hunter2"]),
            httpHeaderFields: ["Authorization": "Bearer hunter2"]
        )

        #expect(leaks(of: "hunter2", in: textForms(of: endpoint)).isEmpty)
        #expect("\(endpoint)" == "GET https://<redacted>@api.example.com/a?page=2&access_token=<redacted>")
    }
}
