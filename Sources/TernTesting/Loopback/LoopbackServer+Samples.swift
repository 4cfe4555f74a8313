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
    /// Each case has a route, see ``StubRoute/case(_:)``. If the samples belong to the tests, or a status or a field
    /// matters, use a closure:
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
    /// A case's own sample is sent as JSON or text if it can be read as such. A sample with an error closes the connection
    /// without a response; a sample that is interrupted closes the connection at that point.
    /// Unused cases are not findings. The journal records the matching element of `cases`, so `Journal.calls(of:)`
    /// returns it.
    ///
    /// - Parameters:
    ///   - cases: The cases, each with a different route. Bodies don't distinguish routes.
    ///   - port: The port on 127.0.0.1. 0, a free port that the kernel selects, by default.
    ///   - options: The limits of the server, its clock and its log.
    ///   - journal: The journal that records the requests. ``Journal/current``, that of the running test, by default.
    ///   - fileID: The module and the file that findings name. Those of the caller by default.
    ///   - filePath: The path of the file that findings name. That of the caller by default.
    ///   - line: The line that findings name. That of the caller by default.
    ///   - column: The column that findings name. That of the caller by default.
    ///   - response: Makes the sample response for a case, once for each request. It may suspend, and if it throws,
    ///     the server responds with status 500. Status 200 with the case's `sampleData` by default; for empty data,
    ///     the server responds with status 501.
    /// - Throws: `TestKitError` with code `.descriptorsExhausted`, `.bindFailed` or `.systemCallFailed`.
    public convenience init<Target: TargetType>(
        serving cases: [Target],
        port: Int = 0,
        options: Options = Options(),
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column,
        response: (@Sendable (Target) async throws -> SampleResponse)? = nil
    ) throws(TestKitError) {
        let source = SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
        var rules: [LoopbackRoutes.Rule] = []
        for target in cases {
            rules.append(
                LoopbackRoutes.Rule(route: .case(target), isExpected: false) { _ in
                    if let response { return try await response(target) }
                    return .sampleData(of: target).withGuessedContentType
                }
            )
        }
        try self.init(rules, port: port, options: options, journal: journal, at: source)
    }
}

extension SampleResponse {
    /// This response as JSON or text, if its body can be read as such.
    fileprivate var withGuessedContentType: SampleResponse {
        guard let body = try? message().body, !body.isEmpty else { return self }
        return .data(body, contentType: Self.contentType(of: body))
    }

    private static func contentType(of data: Data) -> String {
        if (try? JSONSerialization.jsonObject(with: data)) != nil { return "application/json" }
        return String(data: data, encoding: .utf8) == nil ? "application/octet-stream" : "text/plain; charset=utf-8"
    }
}
