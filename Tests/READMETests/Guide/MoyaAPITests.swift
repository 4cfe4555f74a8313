import Foundation
import Tern
import TernPlugins
import Testing

@testable import Quickstart

/// The second columns of the guide's tables of every API of Moya, and the names of the first ones.
@Suite(.timeLimit(.minutes(20)))
struct MoyaAPITests {
    private static let page = "Sources/Tern/Tern.docc/MigratingFromMoya.md"

    /// What Moya 15 offers.
    private static let names = """
        baseURL path method sampleData task validationType headers MultiTarget AccessTokenAuthorizable authorizationType \
        URL(target:) requestPlain requestData requestJSONEncodable requestCustomJSONEncodable requestParameters \
        URLEncoding.default URLEncoding.queryString URLEncoding.httpBody JSONEncoding.default JSONEncoding.prettyPrinted \
        requestCompositeData requestCompositeParameters uploadFile uploadMultipartFormData \
        uploadCompositeMultipartFormData `uploadMultipart` `uploadCompositeMultipart(_:urlParameters:)` \
        MultipartFormData(provider:name:fileName:mimeType:) logOptions downloadDestination downloadParameters \
        MultipartFormBodyPart fileManager boundary \
        endpointClosure requestClosure stubClosure callbackQueue session plugins trackInflights \
        request(_:callbackQueue:progress:completion:) defaultEndpointMapping defaultRequestMapping defaultAlamofireSession \
        neverStub immediatelyStub delayedStub stubRequest inflightRequests endpoint(_:) adding(newHTTPHeaderFields:) \
        replacing(task:) urlRequest() Equatable Hashable networkResponse networkError prepare willSend didReceive process \
        AccessTokenPlugin CredentialsPlugin NetworkActivityPlugin NetworkLoggerPlugin formatter output verbose \
        formatRequestAscURL statusCode data request response filter(statusCodes:) filter(statusCode:) \
        filterSuccessfulStatusCodes filterSuccessfulStatusAndRedirectCodes mapImage mapJSON mapString \
        map(_:atKeyPath:using:failsOnEmptyData:) imageMapping jsonMapping stringMapping objectMapping encodableMapping \
        underlying requestMapping parameterEncoding errorUserInfo NSError ValidationType successCodes \
        successAndRedirectCodes customCodes AuthorizationType basic bearer custom ProgressResponse progress completed \
        progressObject Cancellable isCancelled requestPublisher requestWithProgressPublisher rx.request \
        rx.requestWithProgress reactive.request
        """

    @Test func everyNameOfMoyaHasARow() throws {
        let rows = try README(path: Self.page).lines.filter { $0.hasPrefix("|") }.joined()
        for name in Self.names.split(separator: " ") { #expect(rows.contains(name), "\(name)") }
    }

    @Test func everyRowIsCompiled() throws {
        let lines = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8).split(separator: "\n")
        let layer = try String(
            contentsOf: README.root.appending(path: "Tests/CompilerChecks/CombineLayer.swift"),
            encoding: .utf8
        )
        let tables = try README(path: Self.page).lines.drop { $0 != "### Every API of Moya 15" }
        let rows = tables.filter {
            $0.hasPrefix("| `") || $0.hasPrefix("| array") || $0.hasPrefix("| bool") || $0.hasPrefix("| provider")
        }
        try #require(rows.count > 60)
        for row in rows {
            let cells = row.components(separatedBy: " | ")
            let code = try #require(cells.dropFirst().first).trimmingCharacters(in: CharacterSet(charactersIn: "` "))
            // Without spaces, since the formatter breaks long lines.
            let isCompiled = Self.compact(lines.joined()).contains(Self.compact(code))
            let isPublisher = code.contains("ublisher(for:") && layer.contains(code.prefix { $0 != "(" })
            #expect(isCompiled || isPublisher, "\(code)")
        }
    }

    /// The differences that the tables name.
    @Test func differencesOfTheTablesAreTrue() async throws {
        struct Silent: TargetType {
            var baseURL: URL { GitHub.user(login: "a").baseURL }
            var path: String { "/a" }
            var method: HTTPMethod { .post }
            var task: HTTPTask { .data(Data("abc".utf8)) }
        }
        let plugin = AuthorizationPlugin(.user("ada", password: "secret"))
        let provider = Provider<Silent>(stubClosure: Provider.immediatelyStub, plugins: [plugin])

        let error = await #expect(throws: TernError.self) { try await provider.request(Silent()) }
        let request = await provider.explain(Silent()).request

        #expect(error?.code == .missingSample)
        #expect(request?.body?.contentType == "application/octet-stream")
        #expect(request?.headers.contains("Authorization") == false)
    }

    private static func compact(_ text: String) -> String { text.filter { !$0.isWhitespace } }

    private func compileTypes() {
        _ = [any TargetType]()
        _ = [any ProviderType<GitHub>]()
        _ = [any Plugin]()
        _ = (HTTPTask.self, HTTPMethod.self, Provider<GitHub>.self, Endpoint.self, SampleResponse.self)
        _ = (StubBehavior.self, HTTPTask.Part.self, Response.self, TernError.self, Request.self)
        _ = (QueryEncoder.self, JSONEncoder.self, Validation.self, Authorization.self, CallHandle.self)
        _ = (TransferProgress.self, TransferProgress.Handler.self)
        let completion: (Result<Response, TernError>) -> Void = { _ in }
        _ = completion
    }

    private func compileTargets() async throws {
        _ = (target.baseURL, target.path, target.method, target.task, target.headers, target.sampleData)
        _ = target.validation
        _ = MultiTarget(target)
        _ = target.authorization
        _ = URL(target: target)
    }

    private func compileTasks() async throws {
        _ = HTTPTask.plain
        _ = HTTPTask.data(data)
        _ = HTTPTask.json(draft)
        _ = HTTPTask.json(draft, encoder: encoder)
        _ = HTTPTask.query(["q": "swift"])
        _ = HTTPTask.form(["q": "swift"])
        _ = QueryEncoder(arrays: .brackets)
        _ = QueryEncoder(bools: .digits)
        _ = HTTPTask.json(["title": "Crash", "count": 2])
        _ = HTTPTask.json(draft, encoder: pretty)
        _ = HTTPTask.data(data).query(["page": 1])
        _ = HTTPTask.json(draft).query(["page": 1])
        _ = HTTPTask.file(file)
        _ = HTTPTask.multipart([.text("Holidays", name: "title")])
        _ = HTTPTask.multipart([.text("Holidays", name: "title")]).query(["page": 1])
        _ = try await provider.download(target, to: .directory(folder))
    }

    private func compileMultipartForms() async throws {
        _ = [HTTPTask.Part.data(data, name: "picture", filename: "a.png", contentType: "image/png")]
        _ = HTTPTask.Part.data(data, name: "picture")
        _ = HTTPTask.Part.file(file, name: "picture")
        _ = HTTPTask.Part.body(.stream(length: 11) { chunks() }, name: "log")
        _ = HTTPTask.multipart([.text("a", name: "b")], boundary: "tern")
        _ = HTTPTask.Part.file(file, name: "picture")
    }

    private func compileProvider() async throws {
        _ = Provider<GitHub>(
            endpointClosure: Provider.defaultEndpointMapping,
            requestClosure: Provider.defaultRequestMapping,
            stubClosure: Provider.neverStub,
            plugins: [],
            callbackQueue: nil,
            trackInflights: false
        )
        _ = Provider<GitHub>(transport: .platform)
        _ = try await provider.value(call)
        _ = provider.request(target, options: CallOptions(progress: { _ in }), callbackQueue: queue) { result in
            _ = result
        }
        _ = Provider<GitHub>.defaultEndpointMapping(for: target)
        _ = Provider<GitHub>.delayedStub(.seconds(2))
        _ = Provider<GitHub>(stubClosure: Provider.immediatelyStub)
        _ = Provider<GitHub>(trackInflights: true)
        _ = await provider.explain(target).endpoint
    }

    private func compileEndpointsAndSamples() async throws {
        _ = Endpoint(
            url: "https://a.example",
            sampleResponseClosure: { .status(200) },
            method: .get,
            task: .plain,
            httpHeaderFields: [:]
        )
        _ = endpoint.adding(headers: ["X-Run": "1"])
        _ = endpoint.replacing(task: .plain)
        _ = URLRequest(try endpoint.request())
        _ = try endpoint.request().url
        _ = SampleResponse.networkResponse(200, data)
        _ = SampleResponse.response(try #require(response.response), data)
        _ = SampleResponse.networkError(URLError(.timedOut))
    }

    private func compilePlugins() async throws {
        _ = Hooks(prepare: { request, context in request.headers["X-ID"] = "\(context.id)" })
        _ = Hooks(willSend: { request, context in show(request, context.target) })
        _ = Hooks(didReceive: { result, context in show(result, context.target) })
        _ = try await plugin.intercept(request, context: context, next: next)
        _ = AuthorizationPlugin { _ in "token" }
        _ = AuthorizationPlugin(.user("ada", password: "secret"))
        _ = ActivityPlugin { activity in _ = activity.count }
        _ = LogPlugin()
        _ = LogPlugin(.bodies())
        _ = LogPlugin(.curl())
        _ = LogPlugin { entry in sink(entry.text) }
    }

    private func compileResponses() async throws {
        _ = (response.statusCode, response.data, response.request, response.response)
        _ = Validation.codes(200...204)
        _ = Validation.successCodes
        _ = Validation.successAndRedirectCodes
        _ = response.data
        _ = try response.jsonObject()
        _ = try response.string()
        _ = Call<GitHub, User>(target, at: "user", using: decoder)
        _ = response.data == other.data
    }

    private func compileErrors() async throws {
        _ = TernError.Code.decodingFailed
        _ = TernError.Code.decodingFailed
        _ = TernError.Code.encodingFailed
        _ = TernError.Code.unacceptableStatus
        _ = TernError.Code.connectionLost
        _ = TernError.Code.invalidURL
        _ = error.response
        _ = (error as NSError).userInfo
    }

    private func compileOtherValues() async throws {
        _ = Validation.codes([200, 304])
        _ = Authorization.custom("Token")
        _ = progress.fractionCompleted
        _ = (progress.receivedBytes, progress.expectedReceivedBytes)
        _ = CallOptions(progress: { _ = $0.fractionCompleted })
        _ = try await provider.request(target)
        _ = provider.transfer(call)
        _ = (handle.cancel(), handle.isCancelled)
    }

    // MARK: - Values

    private let target = GitHub.user(login: "octocat")
    private let call = Call<GitHub, User>.user("octocat")
    private let provider = Provider<GitHub>()
    private let endpoint = Endpoint(GitHub.user(login: "octocat"))
    private let data = Data("abc".utf8)
    private let file = URL(filePath: "/tmp/a.png")
    private let folder = URL(filePath: "/tmp")
    private let queue = DispatchQueue(label: "callbacks")
    private let draft = IssueDraft(title: "Crash")
    private let encoder = JSONEncoder()
    private let pretty = JSONEncoder()
    private let decoder = JSONDecoder()
    private let plugin: any Plugin = LogPlugin()
    private let context = RequestContext(target: GitHub.user(login: "octocat"))
    private let next: Plugin.Next = NextStage { _ in Response(statusCode: 200) }
    private let response = Response(statusCode: 200)
    private let other = Response(statusCode: 200)
    private let error = TernError(.cancelled)
    private let progress = TransferProgress()
    private let chunks: @Sendable () -> AsyncStream<Data> = { AsyncStream { $0.finish() } }
    private let sink: @Sendable (String) -> Void = { _ in }

    private let request = Request(url: URL(filePath: "/"))
    private var handle: CallHandle { provider.request(target) { _ in } }
}

private func show(_ values: Any...) {}
