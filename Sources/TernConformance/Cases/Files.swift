import Foundation
import Tern
import TernTesting

extension TransportConformance {
    static let fileCases = [
        Case("writes a body to a file, and creates no other file") { trial in
            let body = Data.pattern(3_000_000)
            let server = try LoopbackServer { _ in .data(body) }
            let folder = try TemporaryFolder()
            let file = try folder.file("a")
            let response = try await trial.transport().send(try server.request().delivered(to: file))
            trial.expect("the status", response.statusCode, 200)
            trial.expect("the body in memory", response.data, Data())
            trial.expect(try Data(contentsOf: file) == body, "The file differs from the body.")
            trial.expect("the files", folder.names, ["a"])
        },
        Case("replaces an existing file") { trial in
            let server = try LoopbackServer { _ in .text("new") }
            let folder = try TemporaryFolder()
            let file = try folder.file("a", Data("old and longer".utf8))
            _ = try await trial.transport().send(try server.request().delivered(to: file))
            trial.expect("the file", try Data(contentsOf: file), Data("new".utf8))
            trial.expect("the files", folder.names, ["a"])
        },
        Case("writes the body of an error response to the file") { trial in
            let server = try LoopbackServer { _ in .text("not here", status: 404) }
            let folder = try TemporaryFolder()
            let file = try folder.file("a")
            let response = try await trial.transport().send(try server.request().delivered(to: file))
            trial.expect("the status", response.statusCode, 404)
            trial.expect("the file", try Data(contentsOf: file), Data("not here".utf8))
        },
        Case("writes an empty file for an empty body") { trial in
            for status in [200, 204] {
                let server = try LoopbackServer { _ in .status(status) }
                let folder = try TemporaryFolder()
                let file = try folder.file("a")
                _ = try await trial.transport().send(try server.request().delivered(to: file))
                trial.expect("the file after \(status)", try? Data(contentsOf: file), Data())
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
            let request = try server.request().delivered(to: try folder.file("a"))
            let hop = Hop { if $0.receivedBytes > 0 { received.release() } }
            let task = Task { try await transport.send(request, hop: hop) }
            try await received.pass()
            task.cancel()
            await trial.expectCancellation(task)
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
            try await withThrowingTaskGroup { group in
                for count in 1...10 {
                    let path = "/" + String(repeating: "x", count: count)
                    let request = try server.request(path).delivered(to: try folder.file("\(count)"))
                    group.addTask { _ = try await transport.send(request) }
                }
                try await group.waitForAll()
            }
            for count in 1...10 {
                let content = try Data(contentsOf: try folder.file("\(count)"))
                let isWhole = content == Data(repeating: UInt8(count + 1), count: 300_000)
                trial.expect(isWhole, "File \(count) differs from its body.")
            }
        },
    ]
}
