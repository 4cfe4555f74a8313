#if canImport(Glibc)
    import TestDoubles
    import Foundation
    import TernTesting
    import Testing

    import Tern

    /// The commands are run by a real shell and a real curl.
    @Suite(.timeLimit(.minutes(20)))
    struct CurlCommandTests {
        private static let hostile = [
            "plain", "it's", "''", "\"quoted\"", "$HOME $(id) `id` ${x}", "a\\b\\", "@/etc/hostname", "-X DELETE",
            "*?[a-z]{1,2}",
            "!history", "# comment", "a;b|c&d>e<f", "~root", "%s %d \\n", "ü \u{1F600}", "tab\there",
            "'\u{301}", "'\u{FE0F}; id; '", "'\u{200D}", "---",
        ]

        /// Runs a command with `/bin/sh`, as a file.
        private func run(_ command: String) async throws {
            let folder = TemporaryFolder()
            let file = folder.url.appending(path: "command.sh")
            try Data(command.utf8).write(to: file)
            let output = open("/dev/null", O_WRONLY)
            defer { close(output) }
            let shell = try ChildProcess(URL(filePath: "/bin/sh"), [file.path], in: folder.url, output: output)
            #expect(await shell.end() == 0, "\(command)")
        }

        /// The same request as sent by Tern and by the command.
        private func sent(
            _ change: (inout Request) -> Void
        ) async throws -> (tern: RecordedRequest, curl: RecordedRequest) {
            let server = try LoopbackServer { _ in .status(200) }
            defer { server.stop() }
            var request = Request(url: server.url.appending(path: "a"))
            change(&request)
            let provider = Provider<OpenTarget>(
                requestClosure: { [request] _, _ in request },
                transport: try CurlTransport()
            )
            _ = try await provider.request(OpenTarget())
            try await run(request.curl(exposingSecrets: true))
            let requests = server.requests
            try #require(requests.count == 2)
            return (requests[0], requests[1])
        }

        /// The transport decodes content codings, and the command doesn't.
        private func fields(_ request: RecordedRequest) -> [String: [String]] {
            var fields: [String: [String]] = [:]
            for field in request.headers where field.name.lowercased() != "accept-encoding" {
                fields[field.name.lowercased(), default: []].append(field.value)
            }
            return fields
        }

        private func expectEqual(_ change: (inout Request) -> Void) async throws {
            let (tern, curl) = try await sent(change)
            #expect(curl.method == tern.method)
            #expect(curl.url == tern.url)
            #expect(fields(curl) == fields(tern))
            #expect(curl.body == tern.body)
        }

        @Test(arguments: hostile) func hostileTextIsSentUnchanged(text: String) async throws {
            try await expectEqual { request in
                request.method = .post
                request.headers = ["X-Text": "a\(text)", "Accept": text, "x-empty": "", "User-Agent": text]
                request.body = .data(Data(text.utf8), contentType: "text/plain")
            }
            try await expectEqual { request in
                request.url.append(queryItems: [URLQueryItem(name: "q[]", value: text)])
            }
        }

        @Test func blankFieldsAndSeveralCookiesAreSentAsByTheTransport() async throws {
            try await expectEqual { request in
                request.headers = ["X-Blank": " \t ", "Cookie": "a=1", "X-B": "b", "cookie": " b=2 "]
            }
        }

        /// Servers may refuse such a field, so the shell passes the arguments to a function in the place of curl.
        @Test func controlCharactersOfAFieldReachCurlUnchanged() async throws {
            let text = "]0;it's 5% \\\t\u{9B}2J ü"
            var request = Request(url: try #require(URL(string: "https://api.example.com/")), method: .post)
            request.headers = ["X-Text": text]
            let command = request.curl(exposingSecrets: true)
            let folder = TemporaryFolder()
            let file = folder.url.appending(path: "command.sh")
            try Data("curl() { printf '%s\\n' \"$@\" > arguments; }\n\(command)\n".utf8).write(to: file)
            let output = open("/dev/null", O_WRONLY)
            defer { close(output) }

            let shell = try ChildProcess(URL(filePath: "/bin/sh"), [file.path], in: folder.url, output: output)
            #expect(await shell.end() == 0)

            let arguments = try String(contentsOf: folder.url.appending(path: "arguments"), encoding: .utf8)
            #expect(arguments.split(separator: "\n").contains("X-Text: \(text)"))
            #expect(!command.contains("\u{9B}"))
        }

        @Test(arguments: ["-a\u{1B}[2J", "--help\0", "-%d\\"])
        func bodyThatIsPrintedIsSentUnchanged(text: String) async throws {
            try await expectEqual { request in
                request.method = .post
                request.body = .data(Data(text.utf8), contentType: "text/plain")
            }
        }

        @Test(
            arguments: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PURGE", "QUERY"] as [HTTPMethod]
        )
        func methodsAreSentWithoutABody(method: HTTPMethod) async throws {
            try await expectEqual { $0.method = method }
        }

        @Test(arguments: ["GET", "POST", "DELETE", "QUERY"] as [HTTPMethod])
        func bodyIsSentWithAnyMethod(method: HTTPMethod) async throws {
            try await expectEqual { request in
                request.method = method
                request.body = .data(Data("{\"a\":\n 1}\r\n\n".utf8), contentType: "application/json")
            }
        }

        @Test func anyBytesAreSentUnchanged() async throws {
            for data in [
                Data((0...255).map { UInt8($0) }), Data([0]), Data([0xFF, 0xFE]), Data("%d\\n".utf8) + [0], Data(),
                Data("@".utf8), Data([0xEF, 0xBB, 0xBF]), Data([0xEF, 0xBB, 0xBF]) + Data("a,b\n".utf8),
                Data(repeating: UInt8(ascii: "'"), count: 200_000), Data(noiseOfBytes: 150_000),
            ] {
                try await expectEqual { request in
                    request.method = .post
                    request.body = .data(data)
                }
            }
        }

        @Test func severalValuesOfAFieldAreSent() async throws {
            try await expectEqual { request in
                request.headers = ["X-A": "1", "x-a": "2", "X-B": "", "X-A": "1"]
            }
        }

        @Test func fieldsOfCurlForLargeBodiesAreNotAdded() async throws {
            let (tern, curl) = try await sent { request in
                request.method = .post
                request.body = .data(Data(repeating: 0x61, count: 2_000_000))
            }
            #expect(Set(fields(curl).keys) == ["host", "accept", "user-agent", "content-length"])
            #expect(fields(curl) == fields(tern))
        }

        @Test func pathIsSentUnchanged() async throws {
            try await expectEqual { request in
                request.url =
                    URL(string: request.url.absoluteString + "/../b/./c//d?x={1,2}&y=%5B1-3%5D") ?? request.url
            }
        }

        @Test func userInfoOfTheURLIsSent() async throws {
            try await expectEqual { request in
                let text = request.url.absoluteString.replacing("http://", with: "http://ada:o'%24@")
                request.url = URL(string: text) ?? request.url
            }
        }

        @Test func fileIsReadFromItsPath() async throws {
            let folder = TemporaryFolder()
            let file = folder.url.appending(path: "it's $HOME.bin")
            try Data([0, 1, 0xFF]).write(to: file)
            let body = try RequestBody.file(file)
            try await expectEqual { request in
                request.method = .post
                request.body = body
            }
        }

        @Test func redactedCommandRuns() async throws {
            let server = try LoopbackServer { _ in .status(200) }
            defer { server.stop() }
            var request = Request(
                url: server.url.appending(queryItems: [URLQueryItem(name: "token", value: "hunter2")])
            )
            request.method = .post
            request.headers = ["Authorization": "Bearer hunter2", "Accept": "a/b"]
            request.body = .data(Data(#"{"password":"hunter2","name":"it's"}"#.utf8), contentType: "application/json")

            try await run(request.curl())

            let received = try #require(server.requests.first)
            #expect(received.headers["Accept"] == "a/b")
            #expect(received.headers["Authorization"] == "<redacted>")
            #expect(received.text == #"{"name":"it's","password":"<redacted>"}"#)
            #expect(!received.url.contains("hunter2"))
        }
    }
#endif
