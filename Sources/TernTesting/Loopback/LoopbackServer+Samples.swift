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
    /// Each case has a route, see ``StubRoute/case(_:filePath:line:)``. If the samples are defined in the
    /// tests, or if a sample needs a status or a field, use a closure:
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
    /// A case's own sample without a `Content-Type` is sent as `application/json` or `text/plain` if it is valid JSON or
    /// text, otherwise as `application/octet-stream`. A sample with an error closes the connection without a response; a
    /// sample that is interrupted closes the connection at that point. Unused cases aren't reported as findings. The
    /// journal records the matching element of `cases`, so `Journal.calls(of:)` returns it.
    ///
    /// - Parameters:
    ///   - cases: The cases, each with a different route. Bodies don't distinguish routes.
    ///   - port: The port on 127.0.0.1. 0, a free port that the kernel selects, by default.
    ///   - options: The limits of the server, its clock and its log.
    ///   - journal: The journal that records the requests. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - response: Creates the sample response for a case, once for each request. It may suspend. If it throws, the
    ///     server responds with status 500. By default, the sample of the case's route, or status 200 with its
    ///     `sampleData`; if the data is empty, the server responds with status 501.
    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public convenience init<Target: TargetType>(
        serving cases: [Target],
        port: Int = 0,
        options: Options = Options(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        response: (nonisolated(nonsending) @Sendable (Target) async throws -> SampleResponse)? = nil
    ) throws(TestKitError) {
        let source = SourcePosition(filePath: filePath, line: line)
        try self.init(port: port, options: options, journal: journal, at: source) { url in
            cases.map { target in
                let route = StubRoute.case(target, filePath: filePath, line: line)
                return route.entry(
                    .responder { _ in
                        if let response { return try await response(target) }
                        return Endpoint(target).sampleResponseClosure().withContentType
                    },
                    at: url,
                    of: source,
                    isExpected: false
                )
            }
        }
    }
}

extension SampleResponse {
    /// This response with a media type, if it has a body without one: that of JSON or text if the body is valid JSON or
    /// text, otherwise `application/octet-stream`.
    fileprivate var withContentType: SampleResponse {
        changing { message in
            let body = message.body
            guard !body.isEmpty, !message.headers.contains("Content-Type") else { return }
            message.headers["Content-Type"] = Self.contentType(of: body)
        }
    }

    private static func contentType(of data: Data) -> String {
        let json = try? JSONReader.object(from: data)
        if json is [Any] || json is [String: Any] { return "application/json" }
        return String(data: data, encoding: .utf8) == nil ? "application/octet-stream" : "text/plain; charset=utf-8"
    }
}
