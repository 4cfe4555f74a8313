import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct ErrorBodyTests {
    private struct OutOfStock: Codable, Equatable, Sendable {
        var articleNumber: Int
    }

    private enum ShopFailure: Error, Equatable {
        case outOfStock(Int)
        case other(TernError.Code)

        init(_ error: TernError) {
            if let body = error.body(as: OutOfStock.self) {
                self = .outOfStock(body.articleNumber)
            } else {
                self = .other(error.code)
            }
        }
    }

    private func error(_ sample: SampleResponse, snakeCase: Bool = false) async -> TernError? {
        let provider = Provider<Music>.stub(journal: nil) { _ in sample }.configured {
            if snakeCase { $0.decoder.keyDecodingStrategy = .convertFromSnakeCase }
        }
        return await failure { try await provider.value(.album(1)) }
    }

    // MARK: - Bodies

    @Test func bodyOfAnUnacceptableStatusIsDecodedWithTheDecoderOfTheProvider() async {
        let error = await error(.json(["article_number": 7], status: 409), snakeCase: true)
        #expect(error?.body(as: OutOfStock.self) == OutOfStock(articleNumber: 7))
        #expect(error?.body(as: OutOfStock.self, using: JSONDecoder()) == nil)
        #expect(error?.body(as: String.self) == #"{"article_number":7}"#)
    }

    @Test func placeOfTheValueCanBeNamed() async {
        let error = await error(.json(text: #"{"error":{"articleNumber":8}}"#, status: 400))
        #expect(error?.body(as: OutOfStock.self, at: "error")?.articleNumber == 8)
        #expect(error?.body(as: OutOfStock.self) == nil)
    }

    @Test func bodyOfAnAcceptedStatusIsNeverAnErrorBody() async {
        let error = await error(.json(["title": "Blue"]))
        #expect(error?.code == .decodingFailed)
        #expect(error?.body(as: ProblemDetails.self) == nil)
        #expect(TernError(.timedOut).body(as: String.self) == nil)
    }

    @Test(
        arguments: [
            .status(404), .text("<html>Not found</html>", status: 404), .json([1, 2], status: 404),
            .json(["articleNumber": "x"], status: 404), .data(Data([0xFF, 0xFE, 0]), status: 404),
        ] as [SampleResponse]
    )
    func bodyOfAnotherShapeIsNil(sample: SampleResponse) async {
        let error = await error(sample)
        #expect(error?.code == .unacceptableStatus)
        #expect(error?.body(as: OutOfStock.self) == nil)
        #expect(error?.body(as: ProblemDetails.self) == nil)
    }

    @Test func largeBodyIsRead() async {
        let detail = String(repeating: "a", count: 10 << 20)
        let error = await error(.json(ProblemDetails(title: "Large", detail: detail), status: 500))
        #expect(error?.body(as: ProblemDetails.self)?.detail?.utf8.count == 10 << 20)
    }

    @Test func errorOfAStreamHasItsBody() async {
        let provider = Provider<Music>.stub(journal: nil) { _ in .json(ProblemDetails(title: "Gone"), status: 410) }
        let error = await failure { try await provider.stream(.motto) }
        #expect(error?.body(as: ProblemDetails.self)?.title == "Gone")
    }

    // MARK: - Problems

    @Test func problemHasTheMembersOfTheStandard() async throws {
        let body =
            #"{"type":"https://e.example/gone","title":"Gone","status":410,"detail":"d","instance":"/1","x":[1]}"#
        let problem = await error(.json(text: body, status: 410))?.body(as: ProblemDetails.self)
        #expect(
            problem
                == ProblemDetails(
                    type: "https://e.example/gone",
                    title: "Gone",
                    status: 410,
                    detail: "d",
                    instance: "/1"
                )
        )
        let encoded = try JSONEncoder().encode(try #require(problem))
        #expect(try JSONDecoder().decode(ProblemDetails.self, from: encoded) == problem)
    }

    @Test func memberOfAnotherTypeIsIgnored() async {
        let error = await error(.json(text: #"{"title":"Gone","status":"410","type":null}"#, status: 410))
        #expect(error?.body(as: ProblemDetails.self) == ProblemDetails(title: "Gone"))
    }

    // MARK: - Errors of one's own

    @Test func callFailsWithAnErrorOfOnesOwn() async {
        let provider = Provider<Music>.stub(journal: nil) { target in
            switch target {
            case Call<Music, Album>.album(1).target: .json(["articleNumber": 1], status: 409)
            default: .networkError(URLError(.timedOut))
            }
        }
        func album(_ id: Int) async throws(ShopFailure) -> Album {
            try await provider.value(.album(id), failingWith: ShopFailure.init)
        }
        func count() async throws(ShopFailure) -> Int {
            try await provider.value(.count, failingWith: ShopFailure.init)
        }
        func delete() async throws(ShopFailure) {
            try await provider.value(.delete(1), failingWith: ShopFailure.init)
        }
        await #expect(throws: ShopFailure.outOfStock(1)) { _ = try await album(1) }
        await #expect(throws: ShopFailure.other(.timedOut)) { _ = try await album(2) }
        await #expect(throws: ShopFailure.other(.timedOut)) { _ = try await count() }
        await #expect(throws: ShopFailure.other(.timedOut)) { try await delete() }
    }
}
