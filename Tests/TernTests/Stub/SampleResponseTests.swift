import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct SampleResponseTests {
    private struct Invalid: Error {}

    private func response(
        of sample: @escaping @autoclosure @Sendable () -> SampleResponse,
        to target: OpenTarget = OpenTarget(validation: .none)
    ) async throws(TernError) -> Response {
        try await Provider<OpenTarget>(returning: sample()).request(target)
    }

    @Test func networkResponseIsAStatusAndABody() async throws {
        let response = try await response(of: .networkResponse(418, Data([1, 2])))

        #expect(response.statusCode == 418)
        #expect(response.data == Data([1, 2]))
        #expect(response.headers.isEmpty)
    }

    @Test func bodyOfASliceBeginsAtIndex0() async throws {
        let slice = Data([1, 2, 3, 4]).dropFirst(2)

        for sample in [.data(slice), .networkResponse(200, slice), .chunked([slice])] as [SampleResponse] {
            let data = try await response(of: sample).data
            #expect(data.startIndex == 0)
            #expect(data == Data([3, 4]))
        }
    }

    @Test func responseTakesTheHeadOfFoundation() async throws {
        let url = try #require(URL(string: "https://cdn.example.com/things/7"))
        let head = try #require(
            HTTPURLResponse(
                url: url,
                statusCode: 203,
                httpVersion: nil,
                headerFields: ["X-A": "1", "Content-Type": "text/plain"]
            )
        )

        let response = try await response(of: .response(head, Data("body".utf8)))

        #expect(response.statusCode == 203)
        #expect(response.headers == ["X-A": "1", "Content-Type": "text/plain"])
        #expect(try response.string() == "body")
        #expect(response.url == url)
        #expect(response.response?.url == url)
        #expect(response.request?.url == URL(string: "https://api.example.com/things"))
    }

    @Test func jsonHasItsContentTypeUnlessTheFieldsHaveOne() async throws {
        let snakeCase = JSONEncoder()
        snakeCase.keyEncodingStrategy = .convertToSnakeCase

        let plain = try await response(of: .json(["firstName": "a"]))
        let custom = try await response(
            of:
                .json(User(id: 1, login: "a"), status: 422, headers: ["content-type": "application/problem+json"])
        )
        let converted = try await response(of: .json(IssueDraft(title: "t"), encoder: snakeCase))

        #expect(plain.statusCode == 200)
        #expect(plain.headers == ["Content-Type": "application/json"])
        #expect(try plain.decode([String: String].self) == ["firstName": "a"])
        #expect(custom.statusCode == 422)
        #expect(custom.headers == ["Content-Type": "application/problem+json"])
        #expect(try converted.decode(IssueDraft.self).title == "t")
    }

    @Test func textIsUTF8() async throws {
        let response = try await response(of: .text("Grüße", status: 201, headers: ["X": "1"]))

        #expect(response.statusCode == 201)
        #expect(response.headers == ["X": "1", "Content-Type": "text/plain; charset=utf-8"])
        #expect(try response.string() == "Grüße")
    }

    @Test func statusHasNoBody() async throws {
        let response = try await response(of: .status(404, headers: ["Retry-After": "1"]))

        #expect(response.statusCode == 404)
        #expect(response.headers["retry-after"] == "1")
        #expect(response.data.isEmpty)
    }

    @Test func fileIsTheBytesOfTheFile() async throws {
        let response = try await response(of: .file(URL(fileURLWithPath: #filePath), status: 201))

        #expect(response.statusCode == 201)
        #expect(response.data == (try Data(contentsOf: URL(fileURLWithPath: #filePath))))
    }

    @Test func aMissingFileIsNamed() async throws {
        let error = try await #require(throws: TernError.self) {
            try await response(of: .file(URL(fileURLWithPath: "/nowhere/octocat.json")))
        }

        #expect(error.code == .missingSample)
        #expect(error.description.contains("/nowhere/octocat.json"))
        #expect(error.target is OpenTarget)
    }

    @Test func emptySampleDataIsAMissingSample() async throws {
        let provider = Provider<GitHub>(stubClosure: Provider.immediatelyStub)

        let error = try await #require(throws: TernError.self) {
            try await provider.request(.createIssue(repository: "a/b", draft: IssueDraft(title: "t")))
        }

        #expect(error.code == .missingSample)
        #expect(error.description.contains("GitHub.createIssue"))
        #expect(error.description.contains("sampleData"))
    }

    @Test func networkErrorIsThrownByTheTransport() async throws {
        let mapped = try await #require(throws: TernError.self) {
            try await response(of: .networkError(URLError(.notConnectedToInternet)))
        }
        let unknown = try await #require(throws: TernError.self) { try await response(of: .networkError(Invalid())) }

        #expect(mapped.code == .notConnected)
        #expect(mapped.attempts == 1)
        #expect(unknown.code == .transportFailed)
        #expect(unknown.underlying is Invalid)
    }

    @Test(
        arguments: [
            (.head, 200), (.get, 204), (.get, 304), (.post, 204),
        ] as [(HTTPMethod, Int)]
    )
    func responsesWithoutABodyHaveNoneWhenStubbed(method: HTTPMethod, status: Int) async throws {
        let progress = Watched<[TransferProgress]>([])
        let provider = Provider<OpenTarget>(returning: .networkResponse(status, Data([1, 2, 3])))

        let response = try await provider.response(
            to: OpenTarget(method: method, validation: .none),
            options: CallOptions {
                progress.append($0)
            }
        )

        #expect(response.statusCode == status)
        #expect(response.data.isEmpty)
        #expect(progress.value.allSatisfy { $0.receivedBytes == 0 })
    }

    @Test(arguments: [-1, 0, 99, 100, 101, 199, 1000])
    func invalidStatusOfASampleIsMalformed(status: Int) async throws {
        #expect(await failure { try await response(of: .status(status)) }?.code == .malformedResponse)
    }

    @Test func chunksArriveOneAfterAnother() async throws {
        let progress = Watched<[TransferProgress]>([])
        let chunks = [Data([1, 2]), Data(), Data([3])]
        let provider = Provider<OpenTarget>(returning: .chunked(chunks))

        let response = try await provider.response(to: OpenTarget(), options: CallOptions { progress.append($0) })

        #expect(response.data == Data([1, 2, 3]))
        #expect(progress.value.map(\.receivedBytes) == [2, 3])
        #expect(progress.value.map(\.expectedReceivedBytes) == [3, 3])
        #expect(progress.value.last?.fractionCompleted == 1)
    }

    @Test func uploadProgressComesBeforeDownloadProgress() async throws {
        let progress = Watched<[TransferProgress]>([])
        let provider = Provider<OpenTarget>(returning: .text("ok"))

        _ = try await provider.response(
            to: OpenTarget(method: .post, task: .data(Data([1, 2, 3]))),
            options: CallOptions {
                progress.append($0)
            }
        )

        #expect(progress.value.map(\.sentBytes) == [3, 3])
        #expect(progress.value.map(\.receivedBytes) == [0, 2])
    }

    @Test(arguments: [(3, true), (2, false), (0, false)])
    func samplesObeyTheLimitOfBodies(limit: Int, isAccepted: Bool) async throws {
        let provider = Provider<OpenTarget>(returning: .chunked([Data([1]), Data([2, 3])]))
            .configured { $0.maximumBodyBytes = limit }

        if isAccepted {
            #expect(try await provider.request(OpenTarget()).data.count == 3)
        } else {
            let error = try await #require(throws: TernError.self) { try await provider.request(OpenTarget()) }
            #expect(error.code == .bodyTooLarge)
            #expect(error.description.contains("\(limit) bytes"))
        }
    }

    @Test(arguments: [.min, 0, 3, 5, 7, 9]) func bodyIsHeldAfterItsBytes(_ bytes: Int) async throws {
        let gate = SampleGate()
        let progress = Watched<[TransferProgress]>([])
        let sample = SampleResponse.chunked([Data("01234".utf8), Data("56789".utf8)]).held(by: gate, after: bytes)
        let provider = Provider<OpenTarget>(returning: sample)

        async let held = provider.response(to: OpenTarget(), options: CallOptions { progress.append($0) })
        await gate.waitForArrivals(atLeast: 1)
        let received = progress.value.last?.receivedBytes ?? 0
        gate.release()

        #expect(received == max(0, bytes))
        #expect(try await held.string() == "0123456789")
        #expect(progress.value.last?.receivedBytes == 10)
    }

    @Test(
        arguments: [
            .text("body").held(by: SampleGate(), after: 4), .status(200).held(by: SampleGate(), after: 0),
            .networkResponse(204, Data([1])).held(by: SampleGate(), after: 0),
        ] as [SampleResponse]
    )
    func bodyWithoutFurtherBytesIsNotHeld(_ sample: SampleResponse) async throws {
        #expect(try await response(of: sample).statusCode < 300)
    }

    @Test func connectionLostBeforeTheHoldIsLostAtOnce() async throws {
        let sample = SampleResponse.text("body").held(by: SampleGate(), after: 3).breakingOff(after: 2)

        #expect(await failure { try await response(of: sample) }?.code == .connectionLost)
    }

    @Test func connectionIsLostAfterTheHeldPart() async throws {
        let gate = SampleGate()
        let progress = Watched<[TransferProgress]>([])
        let provider = Provider<OpenTarget>(returning: .text("body").breakingOff(after: 3).held(by: gate, after: 1))

        let call = Task { try await provider.response(to: OpenTarget(), options: CallOptions { progress.append($0) }) }
        await gate.waitForArrivals(atLeast: 1)
        gate.release()

        #expect(await failure { try await call.value }?.code == .connectionLost)
        #expect(progress.value.map(\.receivedBytes) == [1, 3])
    }
}
