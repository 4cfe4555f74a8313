import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CallTargetStubTests {
    private let journal = Journal()

    @Test func rulesMatchRequests() async throws {
        let music = Provider<Music>.stub(
            .on(.album(1), .json(Album(id: 1, title: "Hejira"))),
            .on(.album(2), .status(404)),
            .on(.rename(1, to: "Mingus"), .json(Album(id: 1, title: "Mingus"))),
            .on(.found("b"), .json([Album(id: 3, title: "b")])),
            .on(.delete(1)) { request in request.headers["Accept"] == nil ? .status(400) : .status(204) },
            journal: journal
        )

        #expect(try await music.value(.album(1)).title == "Hejira")
        #expect(await failure { try await music.value(.album(2)) }?.response?.statusCode == 404)
        #expect(try await music.value(.rename(1, to: "Mingus")).title == "Mingus")
        #expect(try await music.value(.found("b")).map(\.id) == [3])
        try await music.value(.delete(1))
        #expect(journal.findings().isEmpty)

        let calls = journal.calls(of: Call<Music, Album>.album(1).target)
        #expect(calls.map(\.attempts) == [1])
    }

    @Test func missingRuleNamesTheNearestCall() async throws {
        let music = Provider<Music>.stub(
            .on(.rename(1, to: "a"), .json(Album(id: 1, title: "a"))),
            .on(.album(9), .json(Album(id: 9, title: "a"))),
            journal: nil
        )
        let error = await failure { try await music.value(.rename(1, to: "b")) }
        #expect(error?.reason.contains(#"body at title: "a" expected, "b" sent"#) == true)
    }

    @Test func ruleWhoseRequestCannotBeCreatedIsNamed() async throws {
        let music = Provider<Music>.stub(
            .on(.rename(1, to: "a", rating: .nan), .json(Album(id: 1, title: "a"))),
            journal: nil
        )
        let error = await failure { try await music.value(.rename(1, to: "a")) }
        #expect(error?.reason.contains("its request can't be created: Encoding the JSON body failed") == true)
    }

    @Test func textsBytesAndEventsAreResponses() async throws {
        let music = Provider<Music>.stub(
            .on(.motto, .text("Quiet.")),
            .on(.cover(of: 1), .data(Data([7]))),
            .on(.album(1), .events([ServerSentEvent(data: #"{"id":1,"title":"a"}"#)])),
            journal: journal
        )
        #expect(try await music.value(.motto) == "Quiet.")
        #expect(try await music.value(.cover(of: 1)) == Data([7]))
        var albums: [Album] = []
        for try await album in try await music.values(.album(1)) { albums.append(album) }
        #expect(albums == [Album(id: 1, title: "a")])
        #expect("\(journal.calls(of: Music.self))".hasPrefix("[#1 Music.motto: 200, #2 Music.cover(of:): 200"))
    }

    @Test func lintChecksEachCall() async throws {
        let report = await Provider<Music>().lint(
            .call(.album(1)),
            .call(.albums(of: "a")),
            .call(.rename(1, to: "a")),
            .case(Call<Music, Data>.cover(of: 1).target)
        )
        #expect("\(report)".contains("Music.albums(of:page:)"))
        let error = #expect(throws: TestKitError.self) { try report.get() }
        #expect(error?.description.contains("Music.rename(_:to:rating:)") == true)
        #expect(error?.description.contains("Music.album(_:)") == false)

        let doubled = await Provider<Music>().lint(
            .call(.cover(of: 1)),
            .call(Call<Music, String>(.get("/albums/1/cover")))
        )
        #expect("\(doubled)".contains("has the same method and path"))
    }

    @Test func coverageCountsCallsByTheirNames() async throws {
        let music = Provider<Music>(stubClosure: Provider.immediatelyStub).recorded(in: journal)
        _ = try await music.value(.album(1))
        _ = try await music.value(.album(2))
        let coverage = CallCoverage(of: [.call(.album(0)), .call(.motto)], in: journal)
        #expect(coverage.rows.map(\.name) == ["Music.album(_:)", "Music.motto"])
        #expect(coverage.missing == ["Music.motto"])
        #expect(coverage.rows[0].outcomes == ["200": 2])
    }

    @available(macOS 26, iOS 26, tvOS 26, watchOS 26, *)
    @Test func equalCallsShareOneRequest() async throws {
        let gate = SampleGate()
        let music = Provider<Music>.stub(trackInflights: true, journal: journal) { _ in
            .json(["id": 1, "title": "a"]).held(by: gate)
        }

        async let first = music.value(.album(1))
        await gate.waitForArrivals(atLeast: 1)
        let second = Task.immediate { try await music.value(.album(1)) }
        gate.release()
        #expect(try await [first, second.value].map(\.id) == [1, 1])

        #expect(journal.requests.count == 1)
    }
}
