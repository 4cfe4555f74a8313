import Foundation
import Tern

extension LoopbackServer {
    /// Starts a server that responds to an API's cases with their samples: a real server for an app, a preview or a
    /// demo.
    ///
    /// ```swift
    /// let server = try LoopbackServer(serving: [GitHub.zen, .user(login: "octocat")], port: 8080)
    /// let github = Provider<GitHub>(endpointClosure: { Endpoint($0, baseURL: server.url) })
    /// ```
    ///
    /// Each case has a route: its method, its path below the server's URL, and its query. If the samples belong to the
    /// tests, or a status or a field matters, use a closure:
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
    /// A sample without a `Content-Type` is sent as JSON or text if it can be read as such. A sample with an error
    /// closes the connection without a response; a sample that is interrupted closes the connection at that point.
    /// Unused cases are not findings. The journal records the matching element of `cases`, so `Journal.calls(of:)`
    /// returns it.
    ///
    /// - Parameters:
    ///   - cases: The cases, each with a different route. Bodies don't distinguish routes.
    ///   - port: The port on 127.0.0.1. 0, a free port that the kernel selects, by default.
    ///   - journal: The journal that records the requests. ``Journal/current``, that of the running test, by default.
    ///   - answer: Makes the sample response for a case, once for each request. Status 200 with the case's `sampleData`
    ///     by default; for empty data, the server responds with status 501.
    /// - Throws: `LoopbackServerError` with code `.invalidRoute` if a case has no valid request or two cases have the
    ///   same route; `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
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
        let samples = SampleAnswers(answer: answer, report: report, sequences: RecordedSequences(journal: journal))
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
    /// `nil` for the target's own sample.
    let answer: (@Sendable (Target) -> SampleResponse)?
    let report: ServerReport?
    let sequences: RecordedSequences

    /// - Throws: `LoopbackServerError` with code `.invalidRoute`.
    static func route(of target: Target) throws(LoopbackServerError) -> String {
        do {
            let root = try URL(loopbackPort: 80)
            let request = try Endpoint(target, baseURL: root).request()
            let text = request.url.absoluteString.dropFirst(root.absoluteString.count)
            let path = text.hasPrefix("/") ? String(text) : "/" + text
            return "\(target.method) \(path)"
        } catch {
            let message = "The request of a case of \(Target.self) can't be made: \(error)"
            throw LoopbackServerError(code: .invalidRoute, message: message)
        }
    }

    func response(for target: Target) async throws -> LoopbackResponse {
        let sample = sequences.response(of: answer?(target) ?? .sampleData(of: target))
        if let gate = sample.gate { try await gate.pass() }
        switch sample.outcome {
        case .failure(let error as TernError) where error.code == .missingSample:
            report?.unmatched("\(error.reason) \(error.advice)")
            return .text("\(error)\n", status: 501)
        case .sequence: return .status(500)
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

    /// The same response, with its body sent step by step.
    private static func inSteps(_ response: LoopbackResponse, of answer: SampleMessage) -> LoopbackResponse {
        var response = response
        // If the connection is lost at the end of the body, the length must be greater than the body.
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
