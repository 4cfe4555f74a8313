import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct TernErrorTextTests {
    /// An error whose own text repeats the details of the request.
    private struct Chatty: Error, CustomStringConvertible {
        var description: String
    }

    private func error(
        _ target: OpenTarget,
        sample: @escaping @autoclosure @Sendable () -> SampleResponse = .status(500),
        plugins: [any Plugin] = []
    ) async throws -> TernError {
        let provider = Provider<OpenTarget>(returning: sample(), plugins: plugins)
        return try await #require(throws: TernError.self) { try await provider.request(target) }
    }

    @Test(
        arguments: [
            "Authorization", "Proxy-Authorization", "Cookie", "X-Api-Key", "X-Auth-Token", "Private-Token",
            "X-Vault-Token", "Ocp-Apim-Subscription-Key", "X-Functions-Key",
        ]
    )
    func textsOmitCredentialsInFields(field: String) async throws {
        let target = OpenTarget(headers: HTTPHeaders([.init(name: field, value: "Scheme hunter2")]))
        let chatty = InterceptingPlugin { request, _, next in
            do { return try await next(request) } catch {
                throw Chatty(description: "Sent \(request.headers.map { "\($0.name): \($0.value)" })")
            }
        }

        let plain = try await error(target)
        let repeated = try await error(target, plugins: [chatty])

        #expect(plain.code == .unacceptableStatus)
        #expect(repeated.code == .pluginFailed)
        #expect(leaks(of: "hunter2", in: textForms(ofError: plain)).isEmpty)
        #expect(leaks(of: "hunter2", in: textForms(ofError: repeated)).isEmpty)
        #expect(plain.request?.headers[field] == "Scheme hunter2")
    }

    @Test(arguments: ["access_token", "api_key", "key", "sig", "client_secret", "X-Amz-Signature"])
    func textsOmitSecretQueryItems(name: String) async throws {
        let target = OpenTarget(task: .query(QueryParameters().appending(name, "hunt er2").appending("page", 2)))
        let chatty = InterceptingPlugin { request, _, next in
            throw Chatty(description: "At \(request.url) with hunt er2 and hunt%20er2")
        }

        for error in [try await error(target), try await error(target, plugins: [chatty])] {
            #expect(leaks(of: "er2", in: textForms(ofError: error)).isEmpty)
            #expect(error.description.contains("page=2"))
            #expect(error.request?.url.absoluteString.contains("hunt%20er2") == true)
        }
    }

    @Test func textsOmitUserInfo() async throws {
        let target = OpenTarget(baseURL: URL(string: "https://ada:hunter2@api.example.com")!)
        let chatty = InterceptingPlugin { request, _, _ in
            throw Chatty(description: "At \(request.url), password hunter2")
        }

        for error in [try await error(target), try await error(target, plugins: [chatty])] {
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
            #expect(error.description.contains("api.example.com/things"))
        }
    }

    @Test func textsOfURLSessionErrorsOmitTheirURLs() async throws {
        let url = "https://api.example.com/things?access_token=hunter2"
        let info: [String: Any] = [
            "NSErrorFailingURLStringKey": url, NSLocalizedDescriptionKey: "Can't connect to \(url)",
        ]
        let ofFoundation = NSError(domain: NSURLErrorDomain, code: NSURLErrorCannotConnectToHost, userInfo: info)
        let unknown = NSError(domain: NSURLErrorDomain, code: -9_999, userInfo: info)
        let foreign = NSError(domain: "Engine", code: 7, userInfo: info)
        let target = OpenTarget(task: .query(["access_token": "hunter2"]))

        for underlying in [ofFoundation, unknown, foreign, URLError(.timedOut, userInfo: info) as NSError] {
            let error = try await error(target, sample: .networkError(underlying))
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
            #expect(error.underlying != nil)
        }
    }

    @Test func textsOfCodingErrorsInAPluginOmitTheirValues() async throws {
        let context = EncodingError.Context(codingPath: [], debugDescription: "hunter2 is bad")
        let encoding = InterceptingPlugin { _, _, _ in throw EncodingError.invalidValue("hunter2", context) }
        let decoding = InterceptingPlugin { _, _, _ in
            throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "hunter2 is bad"))
        }

        for plugin in [encoding, decoding] {
            let error = try await error(OpenTarget(), plugins: [plugin])
            #expect(error.code == .pluginFailed)
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        }
    }

    private struct Meeting: Encodable, Sendable {
        var date: Date?
        var others: [Meeting] = []
        var note = "hunter2"

        func encode(to encoder: any Encoder) throws {
            let context = EncodingError.Context(codingPath: [], debugDescription: "\(note) has no date")
            throw EncodingError.invalidValue(self, context)
        }
    }

    @Test func textsOmitValuesThatCannotBeEncoded() async throws {
        let noDate = Date(timeIntervalSince1970: .nan)
        let many = Meeting(others: Array(repeating: Meeting(), count: 10_000))
        for meeting in [Meeting(), Meeting(date: noDate), Meeting(others: [Meeting(date: noDate)]), many] {
            for task in [HTTPTask.json(meeting), .query(QueryParameters(meeting))] {
                let error = try await error(OpenTarget(task: task))
                #expect(error.code == .encodingFailed)
                #expect(leaks(of: "hunter2", in: [error.description, error.reason]).isEmpty)
            }
        }
    }

    @Test func textsOmitArgumentsOfTheCase() async throws {
        let provider = Provider<GitHub>(returning: .status(401))
        let chatty = InterceptingPlugin { _, context, _ in throw Chatty(description: "No \(context.target)") }
        let failing = Provider<GitHub>(returning: .status(401), plugins: [chatty])

        let login = GitHub.login(password: "hunter2")
        let plain = try await #require(throws: TernError.self) { try await provider.request(login) }
        let repeated = try await #require(throws: TernError.self) { try await failing.request(login) }

        #expect(leaks(of: "hunter2", in: textForms(ofError: plain)).isEmpty)
        #expect(leaks(of: "hunter2", in: textForms(ofError: repeated)).isEmpty)
        #expect(plain.description.contains("GitHub.login (POST https://api.github.com/login)"))
        guard case GitHub.login("hunter2")? = plain.target as? GitHub else {
            Issue.record("The target has lost its argument.")
            return
        }
    }

    @Test func textsOfContextsOmitArgumentsOfTheCase() {
        let context = RequestContext(target: GitHub.login(password: "hunter2"), id: 7, attempt: 2)

        #expect(leaks(of: "hunter2", in: textForms(of: context)).isEmpty)
        #expect("\(context)" == "GitHub.login #7, attempt 2")
    }

    @Test func textsOmitSecretsInBodies() async throws {
        let task = HTTPTask.json(["password": "hunter2"])
        let status = try await error(
            OpenTarget(method: .post, task: task),
            sample: .json(["access_token": "hunter2", "error": "visible"], status: 400)
        )
        let decoding = try #require(throws: TernError.self) {
            try Response(statusCode: 200, data: Data(#"{"login":{"password":"hunter2"},"id":"visible"}"#.utf8))
                .decode(User.self)
        }
        let atSecret = try #require(throws: TernError.self) {
            try Response(statusCode: 200, data: Data(#"{"login":{"password":"hunter2"}}"#.utf8))
                .decode(Int.self, at: "login.password")
        }

        for error in [status, decoding, atSecret] {
            #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        }
        #expect(status.description.contains("visible"))
        #expect(decoding.description.contains("visible"))
    }

    @Test func bodiesThatEchoTheRequestAreRedacted() async throws {
        let error = try await error(
            OpenTarget(headers: ["X-Api-Key": "hunter2"]),
            sample: .json(["message": "You sent hunter2, which is wrong."], status: 403)
        )

        #expect(leaks(of: "hunter2", in: textForms(ofError: error)).isEmpty)
        #expect(error.description.contains("which is wrong"))
    }
}
