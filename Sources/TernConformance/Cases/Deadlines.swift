import Foundation
import Tern
import TernTesting

extension TransportConformance {
    /// An answer whose body comes for ever, so that there is no silence.
    private static var endless: LoopbackResponse {
        LoopbackResponse().writing { writer in
            while true {
                try await writer.send(Data("x".utf8))
                // Nobody waits for this; a flood would only keep the machine busy.
                try await Task.sleep(for: .milliseconds(10))
            }
        }
    }

    static let deadlineCases = [
        Case("fails with timedOut at a request's deadline, while the body comes") { trial in
            let server = try LoopbackServer { _ in endless }
            let transport = try trial.transport()
            await trial.expectTimeout(after: .milliseconds(150)) {
                try await transport.send(try server.request().with { $0.timeout = .milliseconds(150) })
            }
            try await server.openConnections(atMost: 0)
        },
        Case("counts redirects towards the deadline") { trial in
            let server = try LoopbackServer { request in
                guard request.path == "/last" else { return .status(302, headers: ["Location": "/last"]) }
                return .raw("").stalling()
            }
            let transport = try trial.transport()
            // A busy machine may need more time to come as far as the redirect.
            for deadline in [Duration.milliseconds(150), .milliseconds(600), .milliseconds(2_400)] {
                let formerCount = server.requestCount
                await trial.expectTimeout(after: deadline) {
                    try await transport.send(try server.request().with { $0.timeout = deadline })
                }
                if server.requestCount == formerCount + 2 { return }
            }
            trial.violate("The redirect was not followed.")
        },
        Case("ends a streamed body at the deadline") { trial in
            let server = try LoopbackServer { _ in endless }
            let transport = try trial.transport()
            await trial.expectTimeout(after: .milliseconds(150)) {
                let request = try server.request().streamed().with { $0.timeout = .milliseconds(150) }
                return try await trial.collect(try await transport.send(request))
            }
            try await server.openConnections(atMost: 0)
        },
        Case("ends a file's body at the deadline, and leaves no file") { trial in
            let server = try LoopbackServer { _ in endless }
            let folder = try TemporaryFolder()
            let file = try folder.file("a")
            let transport = try trial.transport()
            await trial.expectTimeout(after: .milliseconds(150)) {
                let request = try server.request().delivered(to: file).with { $0.timeout = .milliseconds(150) }
                return try await transport.send(request)
            }
            trial.expect("the files", folder.names, [])
        },
        Case("is done before a deadline that hasn't come") { trial in
            let server = try LoopbackServer { _ in .text("fine") }
            let transport = try trial.transport()
            let request = try server.request().with { $0.timeout = .seconds(1800) }
            trial.expect("the body", try await transport.send(request).text, "fine")
        },
    ]
}
