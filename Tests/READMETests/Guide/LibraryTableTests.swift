import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

@testable import Quickstart

/// The second columns of the guide's tables about Alamofire and Get.
@Suite(.timeLimit(.minutes(20)))
struct LibraryTableTests {
    @Test(arguments: ["MigratingFromAlamofire", "MigratingFromGet"]) func everyRowIsCompiled(page: String) throws {
        let source = try String(contentsOf: URL(filePath: #filePath), encoding: .utf8)
        // Without spaces, since the formatter breaks long lines.
        let compiled = source.filter { !$0.isWhitespace }
        let rows = try README(path: "Sources/Tern/Tern.docc/\(page).md").lines
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| ---") && !$0.contains("| Tern |") }
        try #require(rows.count > 15)
        for row in rows {
            let cell = try #require(row.components(separatedBy: " | ").dropFirst().first)
            let code = cell.trimmingCharacters(in: CharacterSet(charactersIn: "` ")).filter { !$0.isWhitespace }
            #expect(compiled.contains(code), "\(code)")
        }
    }

    private func compileRequests() async throws {
        _ = try await provider.value(call)
        _ = try await provider.valueAndResponse(call)
        _ = try await provider.request(target).data
        _ = provider.value(call, callbackQueue: queue) { result in _ = result }
        _ = Validation.successCodes
        _ = Validation.successCodes.requiring(mediaTypes: ["application/json"])
        _ = Validation.codes(200...204)
        handle.cancel()
        _ = TernError.Code.unacceptableStatus
        _ = Provider<GitHub>(transport: .platform)
        _ = Provider<GitHub>()
        _ = Endpoint(target)
        _ = Endpoint(target, baseURL: base)
        _ = Call<GitHub, NoContent>(target)
        _ = Call<GitHub, User?>(target)
        _ = Call<GitHub, User>(target, using: decoder)
        _ = provider.configured { $0.dates = .secondsSince1970 }
    }

    private func compileParameters() {
        _ = HTTPTask.query(["q": "swift"])
        _ = HTTPTask.query(["page": 2])
        _ = HTTPTask.form(["q": "swift"])
        _ = HTTPTask.json(draft)
        _ = HTTPTask.json(draft, encoder: encoder)
        _ = QueryEncoder(arrays: .brackets)
        _ = QueryEncoder(bools: .digits)
        _ = HTTPHeaders(["Accept": "application/json"])
    }

    private func compileFiles() async throws {
        _ = HTTPTask.file(file)
        _ = HTTPTask.multipart([.text("Holidays", name: "title")])
        _ = try await provider.download(target, to: .directory(folder))
        _ = try await provider.download(target, to: file)
        _ = CallOptions(progress: { progress in _ = progress.fractionCompleted })
        _ = try await provider.stream(target).lines()
        _ = RequestCompressionPlugin(minimumBytes: 4096)
    }

    private func compilePlugins() async throws {
        _ = Hooks(prepare: { request, _ in request.headers["X-ID"] = "1" })
        _ = Hooks(didReceive: { result, _ in show(result) })
        _ = try await plugin.intercept(request, context: context, next: next)
        _ = RetryPlugin()
        _ = RefreshingAuthorizationPlugin(credentials) { old in old }
        _ = AuthorizationPlugin(.user("ada", password: "secret"))
        _ = LogPlugin(.curl())
        _ = RedirectPolicy.never
        var configuration = TransportConfiguration()
        configuration.tls.pinnedPublicKeys = [pin]
        _ = Provider<GitHub>.stub(.on(.user("octocat"), .status(404)))
    }

    // MARK: - Values

    private let target = GitHub.user(login: "octocat")
    private let call = Call<GitHub, User>.user("octocat")
    private let provider = Provider<GitHub>()
    private let base = URL(filePath: "/")
    private let file = URL(filePath: "/tmp/a.png")
    private let folder = URL(filePath: "/tmp")
    private let queue = DispatchQueue(label: "callbacks")
    private let draft = IssueDraft(title: "Crash")
    private let encoder = JSONEncoder()
    private let decoder = JSONDecoder()
    private let plugin: any Plugin = LogPlugin()
    private let request = Request(url: URL(filePath: "/"))
    private let context = RequestContext(target: GitHub.user(login: "octocat"))
    private let next: Plugin.Next = NextStage { _ in Response(statusCode: 200) }
    private let credentials = RefreshingAuthorizationPlugin.Credentials(token: "abc")
    private let pin = ""
    private var handle: CallHandle { provider.request(target) { _ in } }
}

private func show(_ values: Any...) {}
