#if os(Linux)
    import Foundation
    import Tern
    import TernTesting
    import Testing

    @Suite(.timeLimit(.minutes(20)))
    struct CurlThreadTests {
        /// The name as a debugger and `top -H` show it.
        @Test func engineIsKnownByTheNameOfItsThread() async throws {
            let server = try LoopbackServer { _ in .text("fine") }
            let transport = try CurlTransport()
            _ = try await transport.response(to: Request(url: server.url))

            let tasks = "/proc/self/task"
            let names = try FileManager.default.contentsOfDirectory(atPath: tasks).compactMap { number in
                // Threads of other tests come and go.
                try? String(contentsOfFile: "\(tasks)/\(number)/comm", encoding: .utf8)
            }

            #expect(names.contains("Tern.curl\n"))
            withExtendedLifetime(transport) {}
        }
    }
#endif
