import Foundation
import Tern
import TernCache
import TernTesting
import Testing

/// Tern's side of the tables of the page about servers: a `LoopbackServer` does what the program of a row does.
@Suite(.timeLimit(.minutes(20)))
struct ServersTests {
    private struct Page: TargetType {
        let baseURL: URL
        var path = "/page"
        var method: HTTPMethod = .get
        var task: HTTPTask = .plain
        var headers: HTTPHeaders = [:]
    }

    @Test(arguments: [405, 501, 400]) func queryThatAServerDoesNotKnowIsAnUnacceptableStatus(status: Int) async throws {
        let server = try LoopbackServer { request in
            request.headers["Content-Type"] == nil ? .status(200) : .status(status)
        }
        defer { server.stop() }
        let page = Page(baseURL: server.url, method: .query, task: .json(["q": "swift"]))

        let error = await #expect(throws: TernError.self) { try await Provider<Page>().request(page) }

        #expect(error?.code == .unacceptableStatus)
        #expect(error?.response?.statusCode == status)
        #expect(server.requests.map(\.headers["Content-Type"]) == ["application/json"])
    }

    /// The tag of the compressed response, and the status of the response to a condition with this tag.
    @Test(
        arguments: [
            ("W/\"v1\"", 304), ("\"v1-gzip\"", 304), ("\"v1-gzip\"", 200), ("\"v1\"", 304), (nil, 200), ("v1", 304),
        ] as [(String?, Int)]
    )
    func storedResponseIsReadWithEachKindOfTag(tag: String?, status: Int) async throws {
        let text = String(repeating: "swift ", count: 100)
        let compressed = try #require(Self.gzip(text))
        let server = try LoopbackServer { request in
            guard request.headers["Accept-Encoding"]?.contains("gzip") == true else {
                return .text(text, headers: ["ETag": "\"v1\"", "Cache-Control": "no-cache", "Vary": "Accept-Encoding"])
            }
            var fields: HTTPHeaders = ["Cache-Control": "no-cache", "Vary": "Accept-Encoding"]
            fields["ETag"] = tag
            if let condition = request.headers["If-None-Match"], status == 304, condition == tag {
                return .status(304, headers: fields)
            }
            fields["Content-Encoding"] = "gzip"
            fields["Content-Type"] = "text/plain"
            return .data(compressed, headers: fields)
        }
        defer { server.stop() }
        let pages = Provider<Page>(transport: .platform.cached(by: HTTPCache()))

        for headers: HTTPHeaders in [[:], [:], ["Accept-Encoding": "identity"], [:]] {
            let response = try await pages.request(Page(baseURL: server.url, headers: headers))
            #expect(try response.string() == text, "\(headers)")
        }
    }

    @Test func trailerFieldsAreReadOrDropped() async throws {
        let server = try LoopbackServer { request in
            .text("hello").chunked(trailers: request.path == "/page" ? ["X-Checksum": "42"] : [:])
        }
        defer { server.stop() }

        let response = try await Provider<Page>().request(Page(baseURL: server.url))
        let dropped = try await Provider<Page>().request(Page(baseURL: server.url, path: "/dropped"))

        #expect(response.trailers["X-Checksum"] == "42")
        #expect(dropped.trailers.isEmpty)
    }

    @Test func earlyHintsAreIgnored() async throws {
        let server = try LoopbackServer { _ in
            .text("hello").preceded(by: 103, headers: ["Link": "</a.css>; rel=preload"])
        }
        defer { server.stop() }

        let response = try await Provider<Page>().request(Page(baseURL: server.url))

        #expect(response.statusCode == 200)
        #expect(try response.string() == "hello")
        #expect(response.headers["Link"] == nil)
    }

    @Test func expectIsSentOnlyIfTheRequestHasIt() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        for headers: HTTPHeaders in [[:], ["Expect": "100-continue"]] {
            let page = Page(baseURL: server.url, method: .post, task: .data(Data(count: 5000)), headers: headers)
            _ = try await Provider<Page>().request(page)
        }

        #expect(server.requests.map(\.headers["Expect"]) == [nil, "100-continue"])
    }

    /// The body as a proxy passes it on: with its length, or with its chunks but without the last one.
    @Test(arguments: [
        "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n0123456789",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\na\r\n0123456789\r\n",
    ])
    func cutBodyIsALostConnection(bytes: String) async throws {
        let server = try LoopbackServer { _ in .verbatim(Data(bytes.utf8)) }
        defer { server.stop() }

        let page = Page(baseURL: server.url, method: .post)
        let error = await #expect(throws: TernError.self) { try await Provider<Page>().request(page) }

        #expect(error?.code == .connectionLost)
        #expect(server.requests.count == 1)
    }

    /// A proxy ended the body as if it were whole: only the format shows that it isn't.
    @Test func hiddenCutIsFoundByTheFormat() async throws {
        let server = try LoopbackServer { _ in
            .text("[1, 2, 3", headers: ["Content-Type": "application/json"]).chunked()
        }
        defer { server.stop() }

        let pages = Provider<Page>()
        let page = Page(baseURL: server.url)
        #expect(try await pages.request(page).statusCode == 200)
        let error = await #expect(throws: TernError.self) { try await pages.request(page, as: [Int].self) }
        #expect(error?.code == .decodingFailed)
    }

    @Test func quotesOfFileNamesAreEscapedAsBrowsersDo() async throws {
        let server = try LoopbackServer { _ in .status(204) }
        defer { server.stop() }
        let part = HTTPTask.Part.data(Data("hi".utf8), name: "f", filename: #"a"b\c.txt"#)

        let page = Page(baseURL: server.url, method: .post, task: .multipart([part]))
        _ = try await Provider<Page>().request(page)

        let body = String(decoding: try #require(server.requests.first).body, as: UTF8.self)
        #expect(body.contains(#"filename="a%22b\c.txt""#), "\(body)")
    }

    /// `text`, compressed by the library under test, as its plugin for uploads does.
    private static func gzip(_ text: String) -> Data? {
        try? RequestBody.data(Data(text.utf8)).gzipped()?.data
    }
}
