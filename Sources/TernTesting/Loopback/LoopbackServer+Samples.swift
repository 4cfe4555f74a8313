import Foundation
import Tern

extension LoopbackServer {
    /// Starts a server that answers an API's cases with their samples: a real server for an app, a preview or a demo.
    ///
    /// ```swift
    /// let server = try LoopbackServer(serving: [GitHub.zen, .user(login: "octocat")], port: 8080)
    /// let github = Provider<GitHub>(endpointClosure: { Endpoint($0, baseURL: server.url) })
    /// ```
    ///
    /// Each case has a route of its method, its path below the server's URL, and its query. Where samples stay with the
    /// tests, or a status or a field matters, a closure answers:
    ///
    /// ```swift
    /// let server = try LoopbackServer(serving: [GitHub.zen, .user(login: "ghost")]) { target in
    ///     switch target {
    ///     case .zen: .text("Keep it logically awesome.")
    ///     case .user: .status(404)
    ///     }
    /// }
    /// ```
    ///
    /// A sample that says no `Content-Type` is JSON or text if it can be read as such. One that holds an error ends
    /// the connection without an answer, one that breaks off ends it there. No case has to be asked for. A journal names
    /// the case that answered, as it stands in `cases`: So `Journal.calls(of:)` has it.
    ///
    /// - Parameters:
    ///   - cases: With different routes: bodies aren't looked at.
    ///   - port: Where to listen on 127.0.0.1. 0, a free port that the kernel picks, by default.
    ///   - journal: That of the test which runs, by default.
    ///   - answer: What a case answers, once for each request. Status 200 with its `sampleData` by default; an empty one is
    ///     answered with 501.
    /// - Throws: Code `.invalidRoute` if a case makes no request or two make the same; `.descriptorsExhausted`,
    ///   `.bindFailed` or `.systemCallFailed`.
    public convenience init<Target: TargetType>(
        serving cases: [Target],
        port: Int = 0,
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
        answer: (@Sendable (Target) -> SampleResponse)? = nil
    ) throws(LoopbackServerError) {
        let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let report = ServerReport(journal: journal, source: source)
        let samples = SampleAnswers(answer: answer, report: report)
        var rules: [LoopbackRoutes.Rule] = []
        for target in cases {
            rules.append(
                LoopbackRoutes.Rule(
                    route: try SampleAnswers.route(of: target),
                    answer: .handler { _ in try await samples.response(for: target) },
                    target: target.innermost,
                    isExpected: false
                )
            )
        }
        try self.init(rules, port: port, report: report)
    }
}

/// Turns the samples of an API into responses.
private struct SampleAnswers<Target: TargetType>: Sendable {
    /// The target's own sample by default.
    let answer: (@Sendable (Target) -> SampleResponse)?
    let report: ServerReport?

    /// - Throws: Code `.invalidRoute`.
    static func route(of target: Target) throws(LoopbackServerError) -> String {
        do {
            let root = try URL(loopbackPort: 80)
            let request = try Endpoint(target, baseURL: root).request()
            let text = request.url.absoluteString.dropFirst(root.absoluteString.count)
            let path = text.hasPrefix("/") ? String(text) : "/" + text
            return "\(target.method) \(path)"
        } catch {
            let message = "A case of \(Target.self) makes no request: \(error)"
            throw LoopbackServerError(code: .invalidRoute, message: message)
        }
    }

    func response(for target: Target) async throws -> LoopbackResponse {
        let sample = answer?(target) ?? .sampleData(of: target)
        if let gate = sample.gate { try await gate.pass() }
        switch sample.outcome {
        case .failure(let error as TernError) where error.code == .missingSample:
            report?.unmatched(error.reason)
            return .text("\(error)\n", status: 501)
        case .failure:
            return .verbatim(Data())
        case .message(let answer):
            let body = answer.body
            var response = LoopbackResponse(status: answer.status, headers: answer.headers, body: body)
            if !answer.headers.contains("Content-Type"), let type = Self.contentType(of: body) {
                response.headers["Content-Type"] = type
            }
            let isInOneStep = answer.chunks.count < 2 && answer.loss == nil && answer.hold == nil
            return isInOneStep || target.method == .head ? response : Self.inSteps(response, of: answer)
        }
    }

    /// The same, its body sent step by step.
    private static func inSteps(_ response: LoopbackResponse, of answer: SampleMessage) -> LoopbackResponse {
        var response = response
        // What breaks off at its end announces more.
        let isAtEnd = answer.loss.map { $0.receivedBytes >= response.body.count } ?? false
        response.headers["Content-Length"] = "\(response.body.count + (isAtEnd ? 1 : 0))"
        response.body = Data()
        return response.writing { writer in
            for step in answer.steps {
                switch step {
                case .chunk(let chunk): try await writer.send(chunk)
                case .hold(let gate): try await gate.pass()
                case .loss(let error): throw error
                }
            }
        }
    }

    private static func contentType(of data: Data) -> String? {
        if data.isEmpty { return nil }
        if (try? JSONSerialization.jsonObject(with: data)) != nil { return "application/json" }
        return String(data: data, encoding: .utf8) == nil ? "application/octet-stream" : "text/plain; charset=utf-8"
    }
}
