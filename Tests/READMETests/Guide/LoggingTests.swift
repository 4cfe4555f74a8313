import Foundation
import Tern
import TernPlugins
import TernTesting
import Testing

/// The snippets of the guide's page on logs, metrics and traces, for logs.
@Suite(.timeLimit(.minutes(20)))
struct LoggingTests {
    private let transport = EchoTransport()

    @Test func callsArePrinted() async throws {
        let issues = Provider<Issues>(transport: transport, plugins: [LogPlugin()])

        #expect(try await issues.request(.close(number: 7)).statusCode == 200)
    }

    @Test func entriesHaveALevelAndAText() async throws {
        let lines = Lines()

        let log = LogPlugin(.bodies()) { entry in
            guard entry.level >= .info else { return }
            lines.append(entry.text)
        }

        _ = try await Provider<Issues>(transport: transport, plugins: [log]).request(.close(number: 7))
        #expect(lines.all.map { $0.hasPrefix("#1 < 200 DELETE https://api.example.com/v1/issues/7") } == [true])
    }

    @Test func entriesGoToSwiftLog() async throws {
        let lines = Lines()
        let logger = Logging.Logger { level, text in lines.append("\(level): \(text.prefix(4))") }

        let plugins = [LogPlugin(.fields, logger: logger)]
        _ = try await Provider<Issues>(transport: transport, plugins: plugins).request(.close(number: 7))
        _ = try? await Provider<Issues>(
            stubClosure: Provider.immediatelyStub,
            plugins: [LogPlugin(logger: logger)]
        ).request(.close(number: 8))

        #expect(lines.all == ["debug: #1 >", "info: #1 <", "error: #1 !"])
    }

    @Test func namesAreHiddenAndShown() {
        let issues = Provider<Issues>().configured {
            $0.redaction = .default.hiding("assignee").showing("X-Tenant", "sessionCount")
        }

        #expect(issues.configuration.redaction != .default)
    }

    @Test func secretsAreExposedByName() async throws {
        let local = Provider<Issues>().configured { $0.redaction = .nothing }
        let log = LogPlugin(exposingSecrets: .curl())

        _ = try await Provider<Issues>(transport: transport, plugins: [log]).request(.close(number: 7))
        #expect(local.configuration.redaction == .nothing)
    }

    @Test func failedRequestIsReportedAsACommand() async throws {
        let issues = Provider<Issues>(
            stubClosure: Provider.immediatelyStub,
            plugins: [AuthorizationPlugin(.token("abc"))]
        )
        var reports: [String] = []
        func report(_ text: String) { reports.append(text) }

        do {
            _ = try await issues.request(.close(number: 7))
        } catch {
            if let request = error.request { report(request.curl()) }
        }

        let page = try README(path: README.page("LogsMetricsTraces", of: "TernPlugins"))
        #expect(reports == [page.blocks(of: "text")[1].joined(separator: "\n")])
    }

    private final class Lines: Sendable {
        private let lines = Locked<[String]>([])

        var all: [String] { lines.withLock { $0 } }

        func append(_ line: String) { lines.withLock { $0.append(line) } }
    }
}

extension LogPlugin {
    init(_ style: Style = .line, logger: Logging.Logger) {
        self.init(style) { entry in
            switch entry.level {
            case .debug: logger.debug("\(entry.text)")
            case .info: logger.info("\(entry.text)")
            default: logger.error("\(entry.text)")
            }
        }
    }
}
