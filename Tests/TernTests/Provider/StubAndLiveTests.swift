import Foundation
import Tern
import TernTesting
import Testing

/// Every scenario runs once stubbed and once over a real socket, and has to leave the same trace.
@Suite(.timeLimit(.minutes(5)))
struct StubAndLiveTests {
    struct Scenario: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var path = "/item"
        var method = HTTPMethod.get
        var task = HTTPTask.plain
        var headers: HTTPHeaders = [:]
        var status = 200
        var body = Data(#"{"id":1,"login":"octocat"}"#.utf8)
        var contentType: String? = "application/json"
        var validation = Validation.successCodes
        var maximumBodyBytes = 1_000
        var isCancelled = false

        var fields: HTTPHeaders { contentType.map { ["Content-Type": $0] } ?? [:] }
    }

    struct Unencodable: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "no"))
        }
    }

    static let scenarios = [
        Scenario(testDescription: "a value"),
        Scenario(
            testDescription: "a value with a body and a query",
            method: .post,
            task: .json(["a": 1]).query(["b": 2])
        ),
        Scenario(testDescription: "a wrong type", body: Data(#"{"id":"one","login":"octocat"}"#.utf8)),
        Scenario(testDescription: "a missing key", body: Data(#"{"id":1}"#.utf8)),
        Scenario(testDescription: "no JSON", body: Data("<html>".utf8)),
        Scenario(testDescription: "an empty body", body: Data()),
        Scenario(testDescription: "no content", status: 204, body: Data(), contentType: nil),
        Scenario(testDescription: "a missing page", status: 404),
        Scenario(
            testDescription: "a server's failure",
            status: 500,
            body: Data("boom".utf8),
            contentType: "text/plain"
        ),
        Scenario(testDescription: "no credentials", status: 401),
        Scenario(testDescription: "a status that is accepted", status: 404, validation: .none),
        Scenario(
            testDescription: "a media type that is not accepted",
            body: Data("boom".utf8),
            contentType: "text/html",
            validation: .successCodes.requiring(mediaTypes: ["application/json"])
        ),
        Scenario(testDescription: "a body past the limit", body: Data(repeating: 32, count: 1_001)),
        Scenario(testDescription: "a body of the limit", body: Data(repeating: 32, count: 1_000)),
        Scenario(testDescription: "a HEAD", method: .head, body: Data()),
        Scenario(testDescription: "a path that climbs", path: "/../item"),
        Scenario(testDescription: "a field with CR and LF", headers: ["X": "a\r\nY: b"]),
        Scenario(testDescription: "a field name with a space", headers: ["X Y": "a"]),
        Scenario(testDescription: "a method with a space", method: "GET /"),
        Scenario(testDescription: "a body that can't be encoded", task: .json(Unencodable())),
        Scenario(testDescription: "a query that can't be encoded", task: .query(["a": Unencodable()])),
        Scenario(testDescription: "a call that is cancelled", isCancelled: true),
    ]

    @Test(arguments: scenarios)
    func stubLeavesTheTraceOfTheLiveCall(_ scenario: Scenario) async throws {
        let gate = SampleGate()
        if !scenario.isCancelled { gate.release() }
        let server = try LoopbackServer { _ in
            try await gate.pass()
            return LoopbackResponse(status: scenario.status, headers: scenario.fields, body: scenario.body)
        }
        let stub = try await trace(of: scenario, on: server, over: nil)
        for engine in Engine.allCases {
            let live = try await trace(of: scenario, on: server, over: engine)
            #expect(stub == live, "\(engine)")
        }
        #expect(!stub.isEmpty)
    }

    private func sample(of scenario: Scenario, for target: LiveTarget) -> SampleResponse {
        let fields = Dictionary(uniqueKeysWithValues: scenario.fields.map { ($0.name, $0.value) })
        let head = HTTPURLResponse(
            url: target.baseURL,
            statusCode: scenario.status,
            httpVersion: nil,
            headerFields: fields
        )
        return head.map { .response($0, scenario.body) } ?? .networkError(URLError(.badServerResponse))
    }

    private func trace(
        of scenario: Scenario,
        on server: LoopbackServer,
        over engine: Engine?
    ) async throws -> [String] {
        let journal = Locked<[String]>([])
        let held = SampleGate()
        if !scenario.isCancelled { held.release() }
        let provider = Provider<LiveTarget>(
            endpointClosure: { target in
                guard engine == nil else { return Endpoint(target) }
                return Endpoint(target).responding(sample(of: scenario, for: target).held(by: held))
            },
            stubClosure: engine == nil ? Provider.immediatelyStub : Provider.neverStub,
            transport: try engine?.transport() ?? URLSessionTransport(),
            plugins: [TracingPlugin(name: "outer", journal: journal), TracingPlugin(name: "inner", journal: journal)]
        ).configured { $0.maximumBodyBytes = scenario.maximumBodyBytes }
        let target = LiveTarget(
            server.url,
            scenario.path,
            method: scenario.method,
            task: scenario.task,
            headers: scenario.headers,
            validation: scenario.validation
        )

        let arrived = server.requestCount
        let call = Task {
            do throws(TernError) {
                let response = try await provider.response(
                    to: target,
                    progress: { progress in
                        journal.withLock { $0.append("progress \(progress.receivedBytes)") }
                    }
                )
                journal.withLock { $0.append("response \(response.statusCode), \(response.data.count) bytes") }
                journal.withLock { $0.append("type \(response.headers["Content-Type"] ?? "none")") }
                let user = try response.decode(User.self)
                journal.withLock { $0.append("value \(user)") }
            } catch {
                journal.withLock { $0.append("error \(error.code), attempts \(error.attempts)") }
                journal.withLock { $0.append("carries \(error.response.map { "\($0.statusCode)" } ?? "nothing")") }
                journal.withLock { $0.append("says \(error)") }
            }
        }
        if scenario.isCancelled {
            if engine == nil {
                await held.arrivals(atLeast: 1)
            } else {
                try await server.requests(atLeast: arrived + 1)
            }
            call.cancel()
        }
        await call.value
        return journal.withLock { $0 }
    }
}

/// Writes what it sees into a journal.
private struct TracingPlugin: Plugin {
    let name: String
    let journal: Locked<[String]>

    func prepare(_ request: URLRequest, context: RequestContext) async throws -> URLRequest {
        journal.withLock { $0.append("\(name) prepares \(request.httpMethod ?? "") attempt \(context.attempt)") }
        return request
    }

    func willSend(_ request: URLRequest, context: RequestContext) async {
        journal.withLock { $0.append("\(name) sends \(request.httpBody?.count ?? 0) bytes") }
    }

    func didReceive(_ result: Result<Response, any Error>, context: RequestContext) async {
        let text =
            switch result {
            case .success(let response): "\(response.statusCode)"
            case .failure(let error as TernError): "\(error.code), \(error.response?.statusCode ?? 0)"
            case .failure(let error): "\(error)"
            }
        journal.withLock { $0.append("\(name) receives \(text)") }
    }
}
