import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CurlCommandTextTests {
    private func request(_ change: (inout Request) -> Void = { _ in }) throws -> Request {
        var request = Request(url: try #require(URL(string: "https://api.example.com/users?page=2")))
        change(&request)
        return request
    }

    @Test func commandHasOneLineForEachPart() throws {
        let request = try request {
            $0.method = .post
            $0.headers = ["Accept": "application/json", "Authorization": "Bearer abc"]
            $0.body = .data(Data(#"{"name":"O'Brien"}"#.utf8), contentType: "application/json")
        }

        #expect(
            request.curl() == #"""
                curl -X 'POST' --globoff \
                  -H 'Accept: application/json' \
                  -H 'Authorization: <redacted>' \
                  -H 'Content-Type: application/json' \
                  -H 'User-Agent: Tern' \
                  -H 'Expect:' \
                  --data-raw '{"name":"O'\''Brien"}' \
                  --url 'https://api.example.com/users?page=2'
                """#
        )
        #expect(request.curl(exposingSecrets: true).contains("'Authorization: Bearer abc'"))
    }

    /// ESC, BEL, DEL, and the control characters U+0080 to U+009F, could change the state of the terminal of a log.
    @Test(arguments: ["\u{1B}[2J", "\u{7}", "\u{7F}", "\u{9B}2J", "\u{85}", "\r"])
    func commandHasNoControlCharacters(text: String) throws {
        let request = try request {
            $0.method = HTTPMethod(rawValue: "A\(text)")
            $0.headers = ["X-A": "a\(text)b", "Cookie": "\(text)"]
            $0.body = .data(Data("a\(text)b".utf8))
        }
        let folder = TemporaryFolder()
        let url = folder.url.appending(path: "a\(text)\n")
        try Data().write(to: url)
        let body = try RequestBody.file(url)
        let file = try self.request { $0.body = body }

        for request in [request, file] {
            for command in [request.curl(), request.curl(exposingSecrets: true)] {
                let controls = command.unicodeScalars.filter { $0.properties.generalCategory == .control }
                #expect(controls.allSatisfy { $0 == "\n" })
            }
        }
    }

    @Test func fieldsThatCannotBeSentAreOmitted() throws {
        let request = try request {
            $0.headers = ["X-A": "a\r\nX-Evil: 1", "@/etc/passwd": "1", "X-B": "b", "Content-Length": "99"]
        }

        let text = request.curl(exposingSecrets: true)
        #expect(!text.contains("Evil") && !text.contains("passwd") && !text.contains("99"))
        #expect(text.contains("'X-B: b'"))
    }

    @Test func otherBodiesAreReadFromStandardInput() throws {
        let stream = RequestBody.stream { AsyncStream<Data> { $0.finish() } }
        let large = RequestBody.data(Data(repeating: 0x61, count: 11))
        for (body, limit) in [(stream, Int.max), (large, 10)] {
            let request = try request {
                $0.method = .post
                $0.body = body
            }
            #expect(request.curl(maximumBodyBytes: limit).contains("--data-binary @-"))
            #expect(request.curl(exposingSecrets: true, maximumBodyBytes: limit).contains("--data-binary @-"))
        }
    }

    /// Bytes that can't be searched for secrets.
    @Test func redactedCommandHasNoBinaryBody() throws {
        let request = try request {
            $0.method = .post
            $0.body = .data(Data([0xFF]) + Data("hunter2".utf8))
        }

        #expect(!request.curl().contains("hunter2"))
        #expect(request.curl(exposingSecrets: true).contains(#"printf '\377hunter2' | curl"#))
    }

    @Test func secretsOfTheRequestAreRedactedEverywhere() throws {
        let request = try request {
            $0.method = .post
            $0.headers = ["Authorization": "Bearer hunter2", "X-Note": "it was hunter2"]
            $0.body = .data(Data("hunter2 it is".utf8))
        }
        #expect(!request.curl().contains("hunter2"))
    }
}
