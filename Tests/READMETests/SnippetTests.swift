import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

@testable import Quickstart

/// Runs snippets of the README and the guides. `READMETests` checks that these lines are equal to theirs.
@Suite(.timeLimit(.minutes(20)))
struct SnippetTests {
    @Test func fourWaysToMakeARequest() async throws {
        let issues = stubbedIssues()
        let draft = IssueDraft(title: "Crash")
        let queue = DispatchQueue(label: "completions")
        let (statuses, continuation) = AsyncStream.makeStream(of: Result<Int, TernError>.self)
        let completion: @Sendable (Result<Int, TernError>) -> Void = { continuation.yield($0) }

        let found = try await issues.value(.search("crash", labels: ["bug"]))  // [Issue]
        let response = try await issues.request(.close(number: 7))  // Response
        let opened = try await issues.request(.open(draft), as: Issue.self)
        let handle = issues.request(.close(number: 8), callbackQueue: queue) { result in
            completion(result.map(\.statusCode))
        }

        #expect(found == [Issue(number: 7, title: "Crash")])
        #expect(response.statusCode == 204)
        #expect(response.request?.url.absoluteString == "https://api.example.com/v1/issues/7")
        #expect(opened.number == 9)
        let status = await statuses.first { _ in true }
        #expect(try status?.get() == 204)
        #expect(!handle.isCancelled)
    }

    @Test func downloadsGoIntoFiles() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "SnippetTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "tern.zip")
        let files = Provider<Files>(stubClosure: Provider.immediatelyStub)

        let archive = try await files.download(.archive("2.1"), to: file).fileURL
        let report = try await files.download(.report, to: .directory(folder)).fileURL

        #expect(archive == file)
        #expect(report?.lastPathComponent == "report")
    }

    private enum Files: TargetType {
        case archive(String)
        case report

        var baseURL: URL { URL(string: "https://files.example")! }
        var path: String { if case .archive(let version) = self { "/archive/\(version)" } else { "/report" } }
        var sampleData: Data { Data("sample".utf8) }
    }

    @Test func queryAndBodyCompose() async throws {
        let response = try await stubbedIssues().request(.open(IssueDraft(title: "Crash")))
        #expect(response.request?.url.query == "notify=true")
        #expect(response.request?.body?.data == Data(#"{"title":"Crash"}"#.utf8))
    }

    @Test func jsonBodiesAreValuesLiteralsAndRawJSON() throws {
        let (draft, title, labels, login) = (IssueDraft(title: "Crash"), "Crash", ["bug"], "octocat")
        let milestone: Int? = nil

        let tasks: [HTTPTask] = [
            .json(draft),
            .json(["title": title, "priority": 2, "labels": labels, "milestone": milestone]),
            .json(["title": title, "author": ["login": login, "id": 7] as JSONLiteral]),
            .json(text: #"{"title":"Crash"}"#),
        ]

        let bodies = try tasks.map { try $0.encodedBody(default: QueryEncoder())?.data }
        #expect(
            bodies == [
                Data(#"{"title":"Crash"}"#.utf8),
                Data(#"{"labels":["bug"],"milestone":null,"priority":2,"title":"Crash"}"#.utf8),
                Data(#"{"author":{"id":7,"login":"octocat"},"title":"Crash"}"#.utf8),
                Data(#"{"title":"Crash"}"#.utf8),
            ]
        )
    }

    @Test func bodiesAreFilesStreamsAndForms() async throws {
        let video = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        try Data("film".utf8).write(to: video)
        defer { try? FileManager.default.removeItem(at: video) }
        let chunks: @Sendable () -> AsyncStream<Data> = {
            AsyncStream { continuation in
                continuation.yield(Data("hello world".utf8))
                continuation.finish()
            }
        }

        let uploads: [HTTPTask] = [
            .file(video),
            .stream(length: 11, contentType: "text/plain") { chunks() },
            .multipart([
                .text("Holidays", name: "title"), .json(["public": true], name: "options"), .file(video, name: "video"),
            ]),
        ]

        let types = try uploads.map { try $0.encodedBody(default: QueryEncoder())?.contentType?.prefix(19) }
        #expect(types == ["video/mp4", "text/plain", "multipart/form-data"])
    }

    @Test func multipartBodiesNeedntBeForms() async throws {
        let video = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).mp4")
        try Data("film".utf8).write(to: video)
        defer { try? FileManager.default.removeItem(at: video) }
        let metadata = IssueDraft(title: "Crash")

        let upload = HTTPTask.multipart(
            [.unnamed(.json(metadata)), .unnamed(.file(video)).adding(headers: ["Content-ID": "<video>"])],
            contentType: "multipart/related"
        )

        let body = try #require(try upload.encodedBody(default: QueryEncoder()))
        #expect(body.contentType?.hasPrefix("multipart/related; boundary=") == true)
        let bytes = StubState(Data())
        try await body.forEachChunk { chunk in bytes.update { $0 += chunk } }
        let text = String(decoding: bytes.value, as: UTF8.self)
        #expect(text.contains("\r\nContent-ID: <video>\r\n"), "\(text)")
    }

    @Test func targetsHaveTheDefaultsOfTheTable() {
        let target = GitHub.user(login: "octocat")
        #expect(target.method == .get)
        #expect("\(target.task)" == "plain")
        #expect(target.headers.isEmpty)
        #expect(target.validation == .successCodes)
        #expect(target.authorization == .none)
        #expect(target.timeout == nil)
        #expect(Health(baseURL: Issues.base).sampleData.isEmpty)
    }

    @Test(arguments: ["octocat": "The Octocat", "ghost": "unknown user", "mars": "try again"])
    func errorsAreDistinguishedByTheirCode(login: String, name: String) async {
        #expect(await displayName(of: login, from: stubbedGitHub()) == name)
    }

    @Test func delayedCallCanBeCancelled() async throws {
        let call = Task { try await stubbedGitHub().value(.user("sloth")) }
        call.cancel()
        let error = await #expect(throws: TernError.self) { try await call.value }
        #expect(error?.code == .cancelled)
    }

    @Test func loopbackServerRespondsOverSockets() async throws {
        let server = try LoopbackServer(routes: ["GET /health": .json(["status": "up"])])
        defer { server.stop() }

        let response = try await Provider<Health>().request(Health(baseURL: server.url))
        #expect(response.statusCode == 200)
        #expect(server.requests.map(\.path) == ["/health"])
    }

    @Test func pluginsWrapEachOther() async throws {
        let tokens = Tokens()
        let transport = LosingTransport()

        let issues = Provider<Issues>(
            transport: transport,
            plugins: [RetryOnce(), ClientVersion(), AuthorizationPlugin { _ in await tokens.next() }]
        )
        let response = try await issues.request(.close(number: 7))

        #expect(await transport.authorizations == ["Bearer 1", "Bearer 2"])
        #expect(response.request?.headers["User-Agent"] == "Example/1.0")
    }

    @Test func largeBodiesAreCompressed() async throws {
        let transport = EchoTransport()
        let issues = Provider<Issues>(
            transport: transport,
            plugins: [RequestCompressionPlugin(minimumBytes: 4096)]
        )
        let draft = IssueDraft(title: String(repeating: "Crash ", count: 1_000))
        let response = try await issues.request(.open(draft))
        #expect(response.request?.headers["Content-Encoding"] == "gzip")

        let selecting = RequestCompressionPlugin { request, target in target.path == "/logs" }
        let other = Provider<Issues>(transport: transport, plugins: [selecting])
        #expect(try await other.request(.open(draft)).request?.headers["Content-Encoding"] == nil)
    }

    @Test func equalConcurrentRequestsAreShared() async throws {
        let transport = EchoTransport()
        let issues = Provider<Issues>(transport: transport, trackInflights: true)
        async let first = issues.request(.search("crash", labels: [], page: nil))
        async let second = issues.request(.search("crash", labels: [], page: nil))
        #expect(try await first.statusCode == 200)
        #expect(try await second.statusCode == 200)
    }

    @Test func providersShareATransport() async throws {
        let transport: any Transport = .platform
        let github = Provider<GitHub>(transport: transport)
        let issues = Provider<Issues>(transport: transport)
        #expect(github.configuration.maximumBodyBytes == issues.configuration.maximumBodyBytes)
    }

    @Test func transportsAreConfiguredOrRefuse() async throws {
        func configuredIssues() throws -> Provider<Issues> {
            var configuration = TransportConfiguration()
            configuration.connectTimeout = .seconds(3)
            configuration.idleTimeout = .seconds(20)
            configuration.tls.minimumVersion = .v13
            configuration.proxy = .none
            let issues = Provider<Issues>(transport: try .platform(configuration))
            return issues
        }
        #if os(Linux)
            _ = try configuredIssues()
        #else
            let error = #expect(throws: TernError.self) { try configuredIssues() }
            #expect(error?.code == .unsupportedConfiguration)
        #endif
    }

    @Test(arguments: [nil, URL(filePath: "/no/authority.pem")]) func authorityIsReadWhenTheTransportIsMade(
        authority: URL?
    ) throws {
        func trustingIssues() throws -> Provider<Issues> {
            var configuration = TransportConfiguration()
            if let authority { configuration.tls.trust = .roots(.file(authority)) }
            let issues = Provider<Issues>(transport: try .platform(configuration))
            return issues
        }
        if authority == nil {
            _ = try trustingIssues()
        } else {
            let error = #expect(throws: TernError.self) { try trustingIssues() }
            #expect(error?.code == .unsupportedConfiguration)
        }
    }

    @Test func appOfAUITestUsesTheServerOfTheEnvironment() async {
        let server = ProcessInfo.processInfo.environment["API_URL"].flatMap { URL(string: $0) }
        let github = Provider<GitHub>(
            endpointClosure: { target in Endpoint(target, baseURL: server) },
            plugins: [AuthorizationPlugin(.token("abc"), trustedOrigins: server.map { [$0] } ?? [])]
        )
        let explanation = await github.explain(.user(login: "octocat"))
        #expect(explanation.endpoint.url == "https://api.github.com/users/octocat")
    }

    @Test func customTransportReturnsAResponse() async throws {
        let issues = Provider<Issues>(transport: EchoTransport())
        let draft = try await issues.request(.open(IssueDraft(title: "Crash")), as: IssueDraft.self)
        #expect(draft.title == "Crash")
    }

    @Test func providersAreConfigured() async throws {
        let issues = Provider<Issues>().configured {
            $0.dates = .day
            $0.queryEncoder.arrays = .brackets
            $0.maximumBodyBytes = 1_000_000
        }
        #expect(issues.configuration.queryEncoder.arrays == .brackets)
        #expect(issues.configuration.maximumBodyBytes == 1_000_000)
    }
}

/// A target with one endpoint, on any server.
struct Health: TargetType {
    let baseURL: URL
    var path = "/health"
}

private actor Tokens {
    private var last = 0

    func next() -> String {
        last += 1
        return "\(last)"
    }
}

/// Loses the first connection.
private actor LosingTransport: Transport {
    private(set) var authorizations: [String?] = []

    func send(_ request: Request, hop: Hop) async throws -> Response {
        authorizations.append(request.headers["Authorization"])
        if authorizations.count == 1 { throw TernError(.connectionLost) }
        return Response(statusCode: 204)
    }
}

private func displayName(of login: String, from github: Provider<GitHub>) async -> String {
    do {
        return try await github.value(.user(login)).name ?? login
    } catch {  // a TernError: no cast
        switch error.code {
        case .unacceptableStatus where error.response?.statusCode == 404: return "unknown user"
        case .notConnected, .timedOut: return "try again"
        default: return error.localizedDescription
        }
    }
}
