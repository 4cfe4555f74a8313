import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct CacheLayerTests {
    // MARK: - Fresh responses

    @Test func freshResponseNeedsNoRequest() async throws {
        let api = CachedAPI({ _ in .fresh("first", ["X": "1"]) })

        let first = try await api.send()
        api.pass(.seconds(10))
        let second = try await api.send()

        #expect(api.requests.count == 1)
        #expect(first.cache == .fetched(stored: true))
        #expect(first.attempts == 1)
        #expect(second.cache == .hit(age: .seconds(10)))
        #expect(second.attempts == 0)
        #expect(second.text == "first")
        #expect(second.headers["X"] == "1")
        #expect(second.headers["Age"] == "10")
        #expect(second.url == first.url)
    }

    @Test func urlsWithoutTheirFragmentsAreKeys() async throws {
        let api = CachedAPI({ .fresh($0.url.query ?? "") })

        let first = try await api.provider.request(OpenTarget(path: "/a", task: .query(["q": "1"])))
        let second = try await api.provider.request(OpenTarget(path: "/a", task: .query(["q": "2"])))

        #expect([first.text, second.text] == ["q=1", "q=2"])
    }

    @Test func aRequestWithoutStorageIsNotStored() async throws {
        let api = CachedAPI({ _ in .fresh() })

        let first = try await api.send(headers: ["Cache-Control": "no-store"])
        let second = try await api.send()

        #expect(first.cache == nil)
        #expect(second.cache == .fetched(stored: true))
    }

    @Test func varySelectsAmongStoredResponses() async throws {
        let api = CachedAPI({ .fresh($0.headers["X"] ?? "none", ["Vary": "X"]) })

        for value in ["a", "b"] { try await api.send(headers: ["X": value]) }
        let again = [
            try await api.send(headers: ["X": "a"]), try await api.send(headers: ["X": "b"]), try await api.send(),
        ]

        #expect(again.map(\.text) == ["a", "b", "none"])
        #expect(api.requests.count == 3)
    }

    // MARK: - Validation

    @Test func staleResponseIsValidated() async throws {
        let tag: HTTPHeaders = ["ETag": "\"a\"", "Last-Modified": "then"]
        let api = CachedAPI(
            { _ in .fresh("first", tag) },
            { _ in .notModified(["Cache-Control": "max-age=5", "X": "2"]) }
        )

        try await api.send()
        api.pass(.seconds(60))
        let validated = try await api.send()
        api.pass(.seconds(4))
        let hit = try await api.send()

        #expect(api.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\""])
        #expect(api.requests.last?.headers["If-Modified-Since"] == "then")
        #expect(validated.cache == .revalidated)
        #expect(validated.statusCode == 200)
        #expect(validated.text == "first")
        #expect(validated.headers["X"] == "2")
        #expect(validated.attempts == 1)
        #expect(hit.cache == .hit(age: .seconds(4)))
    }

    @Test func aNewResponseReplacesTheStoredOne() async throws {
        let api = CachedAPI({ _ in .fresh("first", ["ETag": "\"a\""]) }, { _ in .fresh("second") })

        try await api.send()
        api.pass(.seconds(60))
        let second = try await api.send()
        let third = try await api.send()

        #expect(second.cache == .fetched(stored: true))
        #expect([second.text, third.text] == ["second", "second"])
        #expect(api.cache.statistics.count == 1)
    }

    /// KTOR-9661, and a server that answers 304 to what it was never asked.
    @Test func a304ThatNamesNothingStoredIsRepeatedWithoutConditions() async throws {
        let api = CachedAPI(
            { _ in .fresh("first", ["ETag": "\"a\"", "Vary": "X"]) },
            { _ in .notModified(["ETag": "\"b\"", "Vary": "Y"]) },
            { _ in .fresh("second") }
        )

        try await api.send()
        api.pass(.seconds(60))
        let second = try await api.send()

        #expect(second.text == "second")
        #expect(api.requests.map { $0.headers["If-None-Match"] } == [nil, "\"a\"", nil])
    }

    @Test func a304AfterARemovalStillHasItsBody() async throws {
        let transport = RecordingTransport()
        let api = CachedAPI(transport: transport)
        async let first = api.send()
        await transport.waitForRequests(atLeast: 1)
        transport.respond(with: .fresh("first", ["ETag": "\"a\""]))
        _ = try await first
        api.pass(.seconds(60))

        async let second = api.send()
        await transport.waitForRequests(atLeast: 2)
        await api.cache.removeAll()
        transport.respond(1, with: .notModified())

        #expect(try await second.text == "first")
        #expect(api.cache.statistics.count == 0)
    }

    @Test func a304AfterAnEvictionStoresTheResponseAgain() async throws {
        let transport = RecordingTransport()
        let api = CachedAPI(maximumCount: 1, transport: transport)
        async let first = api.send(path: "/a")
        await transport.waitForRequests(atLeast: 1)
        transport.respond(with: .fresh("a", ["ETag": "\"a\""]))
        _ = try await first
        api.pass(.seconds(60))

        async let validated = api.send(path: "/a")
        await transport.waitForRequests(atLeast: 2)
        async let other = api.send(path: "/b")
        await transport.waitForRequests(atLeast: 3)
        transport.respond(2, with: .fresh("b"))
        _ = try await other
        transport.respond(1, with: .notModified(["Cache-Control": "max-age=60"]))

        #expect(try await validated.text == "a")
        #expect(try await api.send(path: "/a").cache == .hit(age: .zero))
    }

    @Test func anOlderValidationDoesNotReplaceANewerResponse() async throws {
        let transport = RecordingTransport()
        let api = CachedAPI(transport: transport)
        async let first = api.send()
        await transport.waitForRequests(atLeast: 1)
        transport.respond(with: .fresh("old", ["ETag": "\"a\""]))
        _ = try await first
        api.pass(.seconds(60))

        async let validated = api.send()
        await transport.waitForRequests(atLeast: 2)
        async let new = api.send(use: .reload)
        await transport.waitForRequests(atLeast: 3)
        transport.respond(2, with: .fresh("new", ["ETag": "\"b\""]))
        #expect(try await new.text == "new")
        transport.respond(1, with: .notModified(["Cache-Control": "max-age=60"]))

        #expect(try await validated.text == "old")
        #expect(try await api.send().text == "new")
    }

    // MARK: - Methods

    /// Meziantou 1920.
    @Test func headIsAnsweredFromGetAndNeverTheOtherWay() async throws {
        let api = CachedAPI({ $0.method == .head ? .fresh("") : .fresh("body", ["Content-Length": "4"]) })

        #expect(try await api.send(.head).cache == .fetched(stored: false))
        #expect(try await api.send(.get).text == "body")
        let head = try await api.send(.head)

        #expect(head.cache == .hit(age: .zero))
        #expect(head.data.isEmpty)
        #expect(head.headers["Content-Length"] == "4")
    }

    @Test func queriesAreStoredByTheirBodies() async throws {
        let api = CachedAPI({ .fresh(String(decoding: $0.body?.data ?? Data(), as: UTF8.self)) })

        for body in ["a", "b", "a"] { #expect(try await api.send(.query, body: body).text == body) }
        #expect(try await api.send().text == "")

        #expect(api.requests.count == 3)
    }

    /// cachecontrol 461.
    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH", "MKCOL"] as [HTTPMethod])
    func unsafeMethodsInvalidateAllResponsesOfTheirURL(method: HTTPMethod) async throws {
        let api = CachedAPI({ .fresh("", ["Vary": "X"], status: $0.url.path == "/fails" ? 409 : 200) })
        let variants: [HTTPHeaders] = [[:], ["X": "1"], ["Authorization": "a"], ["Cookie": "b"]]
        for headers in variants { try await api.send(headers: headers) }
        try await api.send(.query, body: "q")
        try await api.send(path: "/other")
        #expect(api.cache.statistics.count == 6)

        try await api.send(method, headers: ["Authorization": "c"])
        #expect(api.cache.statistics.count == 1)

        try await api.send(path: "/fails")
        try await api.send(method, path: "/fails")
        #expect(api.cache.statistics.count == 2)
    }

    @Test func aResponseFromBeforeAnInvalidationIsNotStored() async throws {
        let transport = RecordingTransport()
        let api = CachedAPI(transport: transport)

        async let get = api.send()
        await transport.waitForRequests(atLeast: 1)
        async let put = api.send(.put)
        await transport.waitForRequests(atLeast: 2)
        transport.respond(1, with: Response(statusCode: 204))
        _ = try await put
        transport.respond(0, with: .fresh("old"))

        #expect(try await get.text == "old")
        #expect(api.cache.statistics.count == 0)
    }

    @Test func aPostWithTheRepresentationIsStoredForGet() async throws {
        let api = CachedAPI({ _ in .fresh("new", ["Content-Location": "/things"]) })

        let post = try await api.send(.post)
        let get = try await api.send()

        #expect(post.cache == .fetched(stored: true))
        #expect(get.text == "new")
        #expect(api.requests.count == 1)
    }

    @Test func redirectsAreStored() async throws {
        let api = CachedAPI({
            $0.url.path == "/things"
                ? Response(statusCode: 301, headers: ["Location": "/new", "Cache-Control": "max-age=60"])
                : .fresh("new")
        })

        _ = try await api.send()
        let second = try await api.send()

        #expect(second.text == "new")
        #expect(second.attempts == 0)
        #expect(api.requests.count == 2)
    }

    // MARK: - Uses

    @Test func usesOfACall() async throws {
        let count = Watched(0)
        let api = CachedAPI({ _ in
            count.update { $0 += 1 }
            return .fresh("\(count.value)")
        })

        #expect(try await api.send(use: .onlyStored).statusCode == 504)
        #expect(try await api.send(use: .bypass).cache == nil)
        #expect(api.cache.statistics.count == 0)
        #expect(try await api.send(use: .returnStored).text == "2")
        #expect(try await api.send(use: .reload).text == "3")
        #expect(try await api.send(use: .bypass).text == "4")
        api.pass(.seconds(100))
        #expect(try await api.send(use: .onlyStored).cache == .stale(age: .seconds(100)))
        #expect(try await api.send(use: .returnStored).text == "3")
        #expect(try await api.send().text == "5")
    }

    @Test func aNameReplacesTheURL() async throws {
        let api = CachedAPI({ .fresh($0.url.path) })

        try await api.send(path: "/signed/1", key: "avatar")
        #expect(try await api.send(path: "/signed/2", key: "avatar").text == "/signed/1")
        #expect(try await api.send(path: "/signed/1").text == "/signed/1")
        await api.cache.remove(cacheKey: "avatar")
        #expect(try await api.send(path: "/signed/3", key: "avatar").text == "/signed/3")
        #expect(api.requests.count == 3)
    }

    @Test func redirectOfAKeyIsNotItsContent() async throws {
        let api = CachedAPI({
            $0.url.path == "/to" ? .fresh("picture") : .fresh("", ["Location": "/to"], status: 302)
        })

        let first = try await api.send(path: "/from", key: "avatar")
        let second = try await api.send(path: "/from", key: "avatar")

        #expect([first.text, second.text] == ["picture", "picture"])
        #expect(api.requests.map(\.url.path) == ["/from", "/to"])
    }

    @Test func responseToARangeOrAConditionIsNotThatOfTheResource() async throws {
        let api = CachedAPI({ request in
            if request.headers.contains("Range") { return .fresh("", status: 416) }
            return request.headers.contains("If-Match") ? .fresh("", status: 412) : .fresh("whole")
        })

        #expect(try await api.send(headers: ["Range": "bytes=9-"]).statusCode == 416)
        #expect(try await api.send(headers: ["If-Match": "\"a\""]).statusCode == 412)
        #expect(try await api.send().text == "whole")
    }

    @Test(arguments: [HTTPMethod.post, .get, .put])
    func onlyStoredNeverSendsARequest(method: HTTPMethod) async throws {
        let api = CachedAPI({ _ in .fresh() })

        let headers: HTTPHeaders = method == .get ? ["Cache-Control": "no-store"] : [:]
        #expect(try await api.send(method, headers: headers, use: .onlyStored).statusCode == 504)
        let field: HTTPHeaders = ["Cache-Control": "no-store, only-if-cached"]
        #expect(try await api.send(method, headers: field).statusCode == 504)

        #expect(api.requests.isEmpty)
    }

    @Test func aResponseThatMayNotBeStoredEndsTheOneBefore() async throws {
        let api = CachedAPI(
            { _ in .fresh("old") },
            { _ in Response(statusCode: 503) },
            { _ in .fresh("n", ["Cache-Control": "no-store", "Content-Range": "bytes 0-0/3"], status: 206) },
            { _ in Response(statusCode: 200, data: Data("new".utf8), headers: ["Cache-Control": "no-store"]) }
        )

        try await api.send()
        #expect(try await api.send(use: .reload).statusCode == 503)
        #expect(try await api.send(headers: ["Range": "bytes=0-0"], use: .reload).statusCode == 206)
        #expect(try await api.send().text == "old")
        #expect(try await api.send(use: .reload).text == "new")
        #expect(try await api.send(use: .returnStored).text == "new")
        #expect(api.requests.count == 5)
    }

    @Test func aConfirmationWithoutADateCountsFromItsArrival() async throws {
        let date = "\(HTTPDate(.arrival))"
        let api = CachedAPI(
            { _ in .fresh("first", ["ETag": "\"a\"", "Date": date]) },
            { _ in .notModified() }
        )

        try await api.send()
        api.pass(.seconds(1000))
        #expect(try await api.send().cache == .revalidated)
        #expect(try await api.send().cache == .hit(age: .zero))
    }

    @Test func storageTimeBeginsWithTheArrivalOfAResponse() async throws {
        let cache = HTTPCache(now: { .arrival })
        let date = "\(HTTPDate(Date.arrival + .seconds(-3600)))"
        let server = RecordingTransport { _ in .fresh("old", ["Date": date, "Age": "3600"]) }
        let provider = Provider<OpenTarget>(transport: server.layered(StorageTime(.seconds(60))).cached(by: cache))

        #expect(try await provider.request(OpenTarget()).cache == .fetched(stored: true))
        #expect(try await provider.request(OpenTarget()).cache == .hit(age: .zero))
    }

    @Test func stubsStandBelowTheCache() async throws {
        let cache = HTTPCache(now: { .arrival })
        let provider = Provider<OpenTarget>(
            endpointClosure: { Endpoint($0).responding(.text("sample", headers: ["Cache-Control": "max-age=60"])) },
            stubClosure: Provider.immediatelyStub,
            transport: RecordingTransport { _ in throw TernError(.transportFailed) }.cached(by: cache)
        )

        let first = try await provider.request(OpenTarget())
        let second = try await provider.request(OpenTarget())

        #expect(first.cache == .fetched(stored: true))
        #expect(second.cache == .hit(age: .zero))
        #expect(try second.string() == "sample")
        #expect(second.attempts == 0)
    }

    @Test func progressOfAStoredResponseIsReported() async throws {
        let api = CachedAPI({ _ in .fresh("four") })
        let progress = Watched<[TransferProgress]>([])
        try await api.send()

        _ = try await api.provider.request(OpenTarget(), options: CallOptions { progress.append($0) })

        #expect(progress.value.map(\.receivedBytes) == [4])
        #expect(progress.value.map(\.expectedReceivedBytes) == [4])
    }
}
