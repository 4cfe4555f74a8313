import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// A response with an endless body that never pauses for long.
    private static var endless: SampleResponse {
        SampleResponse().writing { writer in
            while true {
                try await writer.send(Data("x".utf8))
                // The pause between bytes leaves processor time for other tests.
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    /// Expects `exchange` to end at its deadline. If a busy machine doesn't send the requests in time, it tries again
    /// with a longer deadline.
    ///
    /// - Parameter count: The number of requests that the server receives before the deadline.
    private static func expectDeadline<Value>(
        of server: LoopbackServer,
        afterRequests count: Int = 1,
        _ trial: Trial,
        _ exchange: (Duration) async throws -> Value
    ) async {
        for deadline in [Duration.milliseconds(150), .milliseconds(600), .milliseconds(2_400)] {
            let formerCount = server.requestCount
            await trial.expectTimeout(after: deadline) { try await exchange(deadline) }
            if server.requestCount == formerCount + count { return }
        }
        trial.violate("The server did not receive \(count) requests before the deadline.")
    }

    static let deadlineCases = [
        Case("fails with timedOut at a request's deadline, while the body arrives") { trial in
            let (server, transport) = try trial.serve { _ in endless }
            await expectDeadline(of: server, trial) { deadline in
                try await transport.send(try server.request().with { $0.timeout = deadline })
            }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("counts redirects towards the deadline") { trial in
            let (server, transport) = try trial.serve { request in
                guard request.path == "/last" else { return .status(302, headers: ["Location": "/last"]) }
                return .raw("").stalling()
            }
            await expectDeadline(of: server, afterRequests: 2, trial) { deadline in
                try await transport.send(try server.request().with { $0.timeout = deadline })
            }
        },
        Case("ends a streamed body at the deadline") { trial in
            let (server, transport) = try trial.serve { _ in endless }
            await expectDeadline(of: server, trial) { deadline in
                let request = try server.request().streamed().with { $0.timeout = deadline }
                return try await trial.collect(try await transport.send(request))
            }
            try await server.waitForOpenConnections(atMost: 0)
        },
        Case("ends a download to a file at the deadline, and leaves no file") { trial in
            let server = try LoopbackServer { _ in endless }
            let folder = try TemporaryFolder()
            let transport = try trial.transport()
            await expectDeadline(of: server, trial) { deadline in
                let request = try server.request().delivered(to: folder.file).with { $0.timeout = deadline }
                return try await transport.send(request)
            }
            trial.expect("the files", folder.names, [])
        },
        Case("completes an exchange before its deadline") { trial in
            let (server, transport) = try trial.serve { _ in .text("fine") }
            let request = try server.request().with { $0.timeout = .seconds(1800) }
            trial.expect("the body", try await transport.send(request).text, "fine")
        },
    ]
}
