import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let fileCases = [
        Case("writes a body to a file, and creates no other file") { trial in
            let body = Data.pattern(3_000_000)
            let server = try LoopbackServer { _ in .data(body) }
            let folder = try TemporaryFolder()
            try await trial.expect(trial.send(try server.request().delivered(to: folder.file)), status: 200, text: "")
            trial.expect(try Data(contentsOf: folder.file) == body, "The file differs from the body.")
            trial.expect("the files", folder.names, ["a"])
        },
        Case("replaces an existing file") { trial in
            let server = try LoopbackServer { _ in .text("new") }
            let folder = try TemporaryFolder()
            let file = try folder.file("a", Data("old and longer".utf8))
            _ = try await trial.send(try server.request().delivered(to: file))
            trial.expect("the file", try Data(contentsOf: file), Data("new".utf8))
            trial.expect("the files", folder.names, ["a"])
        },
        Case("writes the body of an error response to the file") { trial in
            let server = try LoopbackServer { _ in .text("not here", status: 404) }
            let folder = try TemporaryFolder()
            try await trial.expect(trial.send(try server.request().delivered(to: folder.file)), status: 404)
            trial.expect("the file", try Data(contentsOf: folder.file), Data("not here".utf8))
        },
        Case("writes an empty file for an empty body") { trial in
            for status in [200, 204] {
                let server = try LoopbackServer { _ in .status(status) }
                let folder = try TemporaryFolder()
                _ = try await trial.send(try server.request().delivered(to: folder.file))
                trial.expect("the file after \(status)", try? Data(contentsOf: folder.file), Data())
                trial.expect("the number of requests", server.requestCount, 1)
            }
        },
        Case("leaves no file when a body is incomplete, and an existing file unchanged") { trial in
            let server = try LoopbackServer { _ in
                SampleResponse(headers: ["Content-Length": "1000000"], body: .pattern(500_000))
            }
            let folder = try TemporaryFolder()
            let (fresh, old) = (try folder.file("fresh"), try folder.file("old", Data("old".utf8)))
            let transport = try trial.transport()
            for file in [fresh, old] {
                await trial.expectFailure(.connectionLost) {
                    try await transport.send(try server.request().delivered(to: file))
                }
            }
            trial.expect("the files", folder.names, ["old"])
            trial.expect("the old file", try? Data(contentsOf: old), Data("old".utf8))
        },
        Case("leaves no file when a download is cancelled") { trial in
            let server = try LoopbackServer { _ in
                SampleResponse(headers: ["Content-Length": "1000000"], body: .pattern(500_000)).stalling()
            }
            let folder = try TemporaryFolder()
            let received = SampleGate()
            let transport = try trial.transport()
            let request = try server.request().delivered(to: folder.file)
            let hop = Hop { if $0.receivedBytes > 0 { received.release() } }
            try await trial.expectCancellation(of: { try await transport.send(request, hop: hop) }) {
                try await received.pass()
            }
            try await server.waitForOpenConnections(atMost: 0)
            trial.expect("the files", folder.names, [])
        },
        Case("fails when the file can't be created, and completes the next exchange") { trial in
            let server = try LoopbackServer { _ in .text("body") }
            let folder = try TemporaryFolder()
            let file = folder.url.appending(path: "missing/a")
            let transport = try trial.transport()
            await trial.expectFailure(.fileFailed) {
                try await transport.send(try server.request().delivered(to: file))
            }
            trial.expect("the files", folder.names, [])
            trial.expect("the next body", try await transport.send(try server.request()).text, "body")
        },
        Case("writes several bodies to their files concurrently") { trial in
            let server = try LoopbackServer { .data(Data(repeating: UInt8($0.path.count), count: 300_000)) }
            let folder = try TemporaryFolder()
            let transport = try trial.transport()
            try await trial.concurrently(10) { number in
                let (path, file) = ("/" + String(repeating: "x", count: number), try folder.file("\(number)"))
                _ = try await transport.send(try server.request(path).delivered(to: file))
                let body = Data(repeating: UInt8(number + 1), count: 300_000)
                trial.expect("file \(number)", try Data(contentsOf: file), body)
            }
        },
    ]
}
