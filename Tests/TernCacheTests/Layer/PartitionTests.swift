import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

/// Responses of one account never reach another.
@Suite(.timeLimit(.minutes(20)))
struct PartitionTests {
    private static let accounts: [HTTPHeaders] = [
        [:], ["Authorization": "Bearer a"], ["Authorization": "Bearer b"], ["Cookie": "Bearer a"],
        ["Authorization": "Bearer a", "Cookie": "s=1"], ["Authorization": "Bearer a\ts=1"],
        ["Authorization": ""], ["Authorization": "", "Cookie": ""], ["Cookie": "a", "cookie": "b"], ["Cookie": "a b"],
    ]

    /// snouty 105.
    @Test func requestsWithOtherCredentialsShareNothing() async throws {
        let count = Watched(0)
        let api = CachedAPI({ _ in
            count.update { $0 += 1 }
            return .fresh("\(count.value)", ["ETag": "\"a\""])
        })

        for headers in Self.accounts { try await api.send(headers: headers) }
        #expect(api.requests.allSatisfy { !$0.headers.contains("If-None-Match") })
        let again = try await Self.accounts.asyncMap { try await api.send(headers: $0) }

        #expect(api.requests.count == Self.accounts.count)
        #expect(again.map(\.text) == Self.accounts.indices.map { "\($0 + 1)" })
    }

    @Test func aNameSurvivesANewToken() async throws {
        let api = CachedAPI({ .fresh($0.headers["User"] ?? "none") }, partition: { $0.headers["User"] })

        try await api.send(headers: ["User": "1", "Authorization": "old"])
        try await api.send(headers: ["User": "2", "Authorization": "old"])
        try await api.send()

        #expect(try await api.send(headers: ["User": "1", "Authorization": "new"]).text == "1")
        #expect(try await api.send(headers: ["User": "2", "Authorization": "new"]).text == "2")
        #expect(try await api.send(headers: ["Authorization": "new"]).text == "none")
        #expect(api.requests.count == 3)
    }

    @Test func theResponsesOfAnAccountAreRemoved() async throws {
        let api = CachedAPI({ _ in .fresh() }, partition: { $0.headers["User"] })
        for user in ["1", "2"] {
            for path in ["/a", "/b"] { try await api.send(path: path, headers: ["User": user]) }
        }

        await api.cache.removeAll(partition: "1")

        #expect(api.cache.statistics.count == 2)
        #expect(try await api.send(path: "/a", headers: ["User": "1"]).attempts == 1)
        #expect(try await api.send(path: "/a", headers: ["User": "2"]).attempts == 0)
    }

    @Test func aResponseOnItsWayIsNotStoredAfterTheLogOut() async throws {
        let transport = RecordingTransport()
        let api = CachedAPI(partition: { $0.headers["User"] }, transport: transport)
        async let first = api.send(headers: ["User": "1"])
        async let second = api.send(headers: ["User": "2"])
        let users = await transport.waitForRequests(atLeast: 2).map { $0.headers["User"] }

        await api.cache.removeAll(partition: "1")
        for index in 0..<2 { transport.respond(index, with: .fresh()) }
        _ = try await (first, second)

        #expect(Set(users) == ["1", "2"])
        #expect(api.cache.statistics.count == 1)
        #expect(try await api.send(headers: ["User": "2"], use: .onlyStored).statusCode == 200)
    }

    @Test func textsHaveNoCredentials() async throws {
        let api = CachedAPI({ _ in .fresh("secret-body", ["Set-Cookie": "secret-cookie"]) })

        try await api.send(path: "/secret-path", headers: ["Authorization": "secret-token"])

        var texts = "\(api.cache) \(String(reflecting: api.cache)) \(api.cache.statistics)"
        dump(api.cache, to: &texts)
        #expect(!texts.contains("secret"))
        #expect(texts.contains("1 responses"))
    }

    /// A server can keep a field out of the cache, which stores all others.
    @Test(arguments: [("max-age=60", true), ("max-age=60, no-cache=\"Set-Cookie\"", false)])
    func theServerKeepsAFieldOutOfTheFiles(control: String, isStored: Bool) async throws {
        let folder = TemporaryFolder()
        let fields: HTTPHeaders = ["Cache-Control": control, "Set-Cookie": "id=secret"]
        let api = CachedAPI(
            disk: HTTPCache.Disk(folder: folder.url),
            transport: RecordingTransport { _ in Response(statusCode: 200, headers: fields) }
        )

        let cookies = [try await api.send(), try await api.send()].map { $0.headers["Set-Cookie"] }

        #expect(cookies == ["id=secret", isStored ? "id=secret" : nil])
        let contents = try folder.files.map { try Data(contentsOf: folder.url.appending(path: $0)) }
        #expect(contents.contains { $0.range(of: Data("secret".utf8)) != nil } == isStored)
    }

    @Test func filesHaveNoCredentialsOfRequests() async throws {
        let folder = TemporaryFolder()
        let fields: HTTPHeaders = ["Cache-Control": "max-age=60", "Vary": "Authorization, Cookie, X-Key"]
        let cache = HTTPCache(disk: HTTPCache.Disk(folder: folder.url), partition: { _ in "secret-name" })
        let transport = RecordingTransport { _ in Response(statusCode: 200, data: Data("body".utf8), headers: fields) }
        let credentials: HTTPHeaders = ["Authorization": "secret-a", "Cookie": "secret-b", "X-Key": "secret-c"]
        let provider = Provider<OpenTarget>(transport: transport.cached(by: cache))

        _ = try await provider.request(OpenTarget(path: "/secret-path", headers: credentials))

        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        let contents = files.compactMap { try? Data(contentsOf: folder.url.appending(path: $0)) }
        #expect(contents.contains { $0.range(of: Data("body".utf8)) != nil })
        #expect(!contents.contains { $0.range(of: Data("secret".utf8)) != nil })
        #expect(!files.contains { $0.contains("secret") })
        // Another process finds it with the same credentials alone.
        let other = HTTPCache(disk: HTTPCache.Disk(folder: folder.url), partition: { _ in "secret-name" })
        let again = Provider<OpenTarget>(transport: transport.cached(by: other))
        #expect(try await again.request(OpenTarget(path: "/secret-path", headers: credentials)).attempts == 0)
        #expect(try await again.request(OpenTarget(path: "/secret-path")).attempts == 1)
    }
}

extension Sequence where Self: Sendable {
    fileprivate func asyncMap<Result>(_ transform: (Element) async throws -> Result) async rethrows -> [Result] {
        var results: [Result] = []
        for element in self { results.append(try await transform(element)) }
        return results
    }
}
