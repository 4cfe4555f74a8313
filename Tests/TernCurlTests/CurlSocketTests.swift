#if os(Linux)
    import Foundation
    import TernTesting
    import Testing

    @testable import Tern

    /// Descriptors that child processes hold, and a lack of descriptors.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlSocketTests {
        @Test func closedSocketThatAChildProcessHoldsIsNotWatched() async throws {
            let gate = SampleGate()
            let server = try LoopbackServer { _ in
                try await gate.pass()
                return .text("fine").closingConnection()
            }
            let transport = try CurlTransport()
            async let response = transport.response(to: Request(url: server.url))
            _ = try await server.waitForRequests(atLeast: 1)
            // A child process inherits the same open socket with another descriptor.
            let copy = dup(try #require(Self.socket(to: server.port)))
            defer { close(copy) }

            gate.release()
            _ = try await response

            #expect(try Self.watchers(of: copy) == [])
        }

        @Test func childProcessInheritsNoConnection() async throws {
            let gate = SampleGate()
            let server = try LoopbackServer { _ in
                try await gate.pass()
                return .text("fine")
            }
            let transport = try CurlTransport()
            async let response = transport.response(to: Request(url: server.url))
            _ = try await server.waitForRequests(atLeast: 1)

            let flags = fcntl(try #require(Self.socket(to: server.port)), F_GETFD)

            gate.release()
            _ = try await response
            #expect(flags & FD_CLOEXEC == FD_CLOEXEC)
        }

        /// In a separate process, since other tests need descriptors, too.
        @Test func requestWithoutDescriptorsFailsAndLaterOnesSucceed() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in .text("fine") }
                let other = try LoopbackServer { _ in .text("fine") }
                let transport = try CurlTransport()
                // One-time setup, including threads, is now complete.
                _ = try await transport.response(to: Request(url: server.url))
                var limit = rlimit(rlim_cur: 256, rlim_max: 256)
                setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
                var descriptors: [Int32] = []
                while case let descriptor = dup(0), descriptor >= 0 { descriptors.append(descriptor) }
                // Also a transport whose thread hasn't started.
                let platform = PlatformTransport.platform
                let transports: [any Transport] = [transport, platform]
                for transport in transports {
                    for address in ["127.0.0.1", "localhost"] {
                        let url = try #require(URL(string: "http://\(address):\(other.port)"))
                        let error = await #expect(throws: TernError.self) {
                            try await transport.response(to: Request(url: url))
                        }
                        #expect(error?.code == .transportFailed)
                        #expect(error?.reason.contains("file descriptor") == true)
                    }
                }
                #expect(platform.description == "CurlTransport")

                for descriptor in descriptors { close(descriptor) }
                for transport in transports {
                    let response = try await transport.response(to: Request(url: other.url))
                    #expect(response.statusCode == 200)
                }
            }
        }

        private static func socket(to port: Int) -> Int32? {
            (0..<Int32(1 << 16)).first { descriptor in
                var address = sockaddr_in()
                var size = socklen_t(MemoryLayout<sockaddr_in>.size)
                let error = withUnsafeMutablePointer(to: &address) { address in
                    address.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &size) }
                }
                return error == 0 && Int(UInt16(bigEndian: address.sin_port)) == port
            }
        }

        /// The epoll descriptors of this process that watch a file (see proc(5)).
        private static func watchers(of descriptor: Int32) throws -> [String] {
            var status = stat()
            fstat(descriptor, &status)
            let file = "ino:\(String(status.st_ino, radix: 16)) "
            let folder = "/proc/self/fdinfo"
            return try FileManager.default.contentsOfDirectory(atPath: folder).filter { name in
                let lines = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8))?.split(separator: "\n")
                return lines?.contains { $0.hasPrefix("tfd:") && $0.contains(file) } == true
            }
        }
    }
#endif
