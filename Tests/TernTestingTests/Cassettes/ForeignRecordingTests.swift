import Foundation
import Tern
import Testing

@testable import TernTesting

/// Files that browsers, proxies and other test tools write.
@Suite(.timeLimit(.minutes(20)))
struct ForeignRecordingTests {
    private let folder = CassetteFolder()

    private func counter(_ response: String, method: String = "GET") -> String {
        #"{"request":{"method":"\#(method)","url":"https://api.example.com/counter"},"response":{\#(response)}}"#
    }

    /// What browsers, proxies and test tools write, although the format has it otherwise.
    @Test(
        arguments: [
            (#""request":{"method":null,"url":"https://a.example/b"}"#, #""status":204"#, "GET 204"),
            (#""request":{"url":"https://a.example/b","cookies":{"name":"x"}}"#, #""status":204.0"#, "GET 204"),
            (#""timings":{},"time":null,"startedDateTime":null"#, #""status":204"#, "GET 204"),
            (#""timings":{"wait":"x"}"#, #""status":204"#, "GET 204"),
            (
                "", #""status":0,"_error":"net::ERR_FAILED""#,
                "GET failed: The recording has no response. net::ERR_FAILED"
            ),
            ("", #""status":200,"_failureText":"aborted""#, "GET failed: The recording has no response. aborted"),
            ("", #""status":-2"#, "GET failed: The recording has no response."),
            ("", #""status":null"#, "GET failed: The recording has no response."),
            (#""response":null"#, "", "GET failed: The recording has no response."),
            (
                "", #""status":200,"headers":[{"name":"A","value":["1","2"]},{"name":"B"},5,["C","3"]]"#,
                "GET 200 A: 1, A: 2"
            ),
            ("", #""status":200,"headers":[{"name":"Vary","value":"a\nb"}]"#, "GET 200 Vary: a, Vary: b"),
            ("", #""status":200,"headers":[{"name":":status","value":"200"},{"name":"a b","value":"1"}]"#, "GET 200"),
            ("", #""status":200,"content":{"size":-1,"mimeType":"text/css"}"#, "GET 200 Content-Type: text/css"),
            ("", #""status":200,"content":{"mimeType":"application/x-unknown-content-type"}"#, "GET 200"),
            ("", #""status":200,"content":{"mimeType":"x-unknown"}"#, "GET 200"),
        ]
    )
    func entryOfAnotherProgramIsRead(_ members: String, _ response: String, _ content: String) throws {
        let request = members.contains("\"request\"") ? "" : #","request":{"method":"GET","url":"https://a.example/b"}"#
        let response = response.isEmpty ? "" : #","response":{\#(response)}"#
        let exchange = try HARFile.of("{" + (members.isEmpty ? #""comment":"""# : members) + request + response + "}")
            .entries[0].exchange

        let result =
            exchange.head.map { head in
                "\(head.status) " + head.headers.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
            } ?? "failed: \(exchange.failure?.reason ?? "")"
        #expect("\(exchange.request.method) \(result)".trimmingCharacters(in: .whitespaces) == content)
        #expect(exchange.request.url == "https://a.example/b")
    }

    @Test func lengthOfACodedBodyIsNotThatOfTheRecordedOne() async throws {
        let response = #""status":200,"headers":[{"name":"Content-Length","value":"2"}],"content":{"text":"12345"}"#
        let api = Provider<RecordedAPI>().played(by: try folder.cassette(counter(response)))
        #expect(try await api.value(.counter) == 12345)
    }

    @Test func bodyThatWasNotExportedIsNamed() async throws {
        let cassette = try folder.cassette(counter(#""status":200,"content":{"size":5,"text":""}"#))
        #expect(cassette.sample(of: RecordedAPI.counter) == nil)
        let error = await Provider<RecordedAPI>().played(by: cassette).failure(.counter)
        #expect(error?.code == .missingSample)
        #expect(
            error?.reason == """
                test.har, entry 1, has no body, but its length: 5 bytes. Export the file with the bodies of responses.
                """
        )
    }

    @Test func failureOfAnotherProgramIsReplayed() async throws {
        let api = Provider<RecordedAPI>().played(
            by: try folder.cassette(counter(#""status":0,"_error":"net::ERR_FAILED""#))
        )
        let error = await api.failure(.counter)
        #expect(error?.code == .transportFailed)
        #expect(error?.reason.contains("net::ERR_FAILED") == true)
    }

    /// A browser first cancels a request, or has a stored response.
    @Test func sampleIsTheFirstResponseWithABody() async throws {
        let cassette = try folder.cassette(
            counter(#""status":0"#),
            counter(#""status":304,"content":{"size":0}"#),
            counter(#""status":200,"content":{"size":1}"#),
            counter(#""status":200,"content":{"text":"7"}"#)
        )
        let sample = try #require(cassette.sample(of: RecordedAPI.counter))
        #expect(try await Provider<RecordedAPI>.stub { _ in sample }.value(.counter) == 7)
    }

    @Test func formThatIsOnlyWrittenAsParametersIsMatched() throws {
        let data = #""postData":{"text":"","params":[{"name":"a","value":"1 2"},{"name":"b&","value":"é"}]}"#
        let entry = #"{"request":{"method":"POST","url":"https://a.example/b",\#(data)},"response":{"status":204}}"#
        let type = "application/x-www-form-urlencoded"
        let request = { (body: String) in
            RecordedRequest(
                method: .post,
                url: "https://a.example/b",
                headers: ["Content-Type": type],
                body: Data(body.utf8)
            )
        }
        #expect(throws: TestKitError.self) { try folder.cassette(entry).response(to: request("a=1+2&b%26=e")) }
        _ = try folder.cassette(entry).response(to: request("b%26=%C3%A9&a=1%202"))
    }

    @Test func nearestEntryHasAURL() throws {
        let cassette = try folder.cassette("{}", HARFile.entry("one"))
        let error = #expect(throws: TestKitError.self) {
            try cassette.response(to: RecordedRequest(method: .post, url: "https://a.example/c"))
        }
        #expect(error?.message.contains("The nearest is entry 2:") == true)
    }
}
