import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct StubSessionRedirectTests {
    private let url = URL(string: "https://api.example.com/old")!

    private static func response(_ request: RecordedRequest, status: Int) -> SampleResponse {
        request.url.hasSuffix("/new")
            ? .text("\(request) \(request.text)")
            : .status(status, headers: ["Location": "/new"])
    }

    @Test(arguments: [(302, "GET https://api.example.com/new "), (307, "POST https://api.example.com/new in")])
    func redirectIsFollowed(status: Int, text: String) async throws {
        let stub = StubSession { Self.response($0, status: status) }
        var request = URLRequest(url: url)
        request.httpMethod = "POST"

        let (data, response) = try await stub.session.upload(for: request, from: Data("in".utf8))

        #expect(String(decoding: data, as: UTF8.self) == text)
        #expect(response.url?.path == "/new")
    }

    @Test func delegateIsAskedAboutARedirect() async {
        let stub = StubSession { Self.response($0, status: 301) }
        let delegate = RecordingDelegate()
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        session.dataTask(with: url).resume()
        await delegate.end()

        #expect(delegate.events.first == "redirect 301 /new")
        #expect(delegate.events.dropFirst().first == "200")
        session.finishTasksAndInvalidate()
    }

    @Test func delegateCanReturnTheRedirectAsTheResponse() async {
        let stub = StubSession { Self.response($0, status: 301) }
        let delegate = RecordingDelegate(onRedirect: { _ in nil })
        let session = URLSession(configuration: stub.configuration, delegate: delegate, delegateQueue: nil)

        session.dataTask(with: url).resume()
        await delegate.end()

        #expect(delegate.events == ["redirect 301 /new", "301", "end"])
        session.finishTasksAndInvalidate()
    }

    @Test func delegateOfTheTaskIsAskedAboutARedirect() async throws {
        let stub = StubSession { Self.response($0, status: 301) }
        let delegate = RecordingDelegate(onRedirect: { _ in nil })
        let response = await withCheckedContinuation { continuation in
            let task = stub.session.dataTask(with: url) { _, response, _ in continuation.resume(returning: response) }
            task.delegate = delegate
            task.resume()
        }

        #expect((response as? HTTPURLResponse)?.statusCode == 301)
        #expect(delegate.events.first == "redirect 301 /new")
    }

    @Test func endlessRedirectsAreAnError() async {
        let stub = StubSession { _ in .status(302, headers: ["Location": "/again"]) }

        await #expect(throws: URLError(.httpTooManyRedirects)) { try await stub.session.data(from: url) }
    }

    #if canImport(FoundationNetworking)
        // On other platforms, the session creates these errors itself.
        @Test func invalidLocationIsAnError() async throws {
            let stub = StubSession { _ in .status(302, headers: ["Location": "mailto:a@example.com"]) }

            let error = try await #require(throws: URLError.self) { try await stub.session.data(from: url) }

            #expect(error.code == .redirectToNonExistentLocation)
        }

        @Test func redirectIsAnEventOfItsCall() async throws {
            let journal = Journal()
            let stub = StubSession(journal: journal) { Self.response($0, status: 302) }

            _ = try await stub.session.data(from: url)

            #expect(
                journal.events.map(\.description) == [
                    "began ", "sent GET https://api.example.com/old",
                    "redirected 302 GET https://api.example.com/new",
                    "received 32", "responded 200", "ended 200",
                ]
            )
        }
    #endif

    @Test func redirectWithoutLocationIsTheResponse() async throws {
        let stub = StubSession { _ in .text("where?", status: 302) }

        let (data, response) = try await stub.session.data(from: url)

        #expect(data == Data("where?".utf8))
        #expect((response as? HTTPURLResponse)?.statusCode == 302)
    }
}
