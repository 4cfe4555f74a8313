import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

/// Stored responses that a response to HEAD shows to be outdated (RFC 9111, section 4.3.5).
@Suite(.timeLimit(.minutes(20)))
struct OutdatedTests {
    private static let stored: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"a\"", "Content-Length": "4"]

    /// A server whose response to HEAD differs, as that of servers that compress only responses to GET.
    private func api(
        _ fields: HTTPHeaders,
        disk: HTTPCache.Disk? = nil,
        staleOnFailure: Duration = .zero
    ) async throws -> CachedAPI {
        let isConnected = Watched(true)
        let transport = RecordingTransport { request in
            if request.headers.contains("X-Offline") { isConnected.update { $0 = false } }
            guard isConnected.value else { throw TernError(.notConnected) }
            if request.method == .head { return .fresh("", fields) }
            if request.headers["If-None-Match"] == "\"a\"" { return .notModified(Self.stored) }
            return .fresh("body", Self.stored)
        }
        let api = CachedAPI(disk: disk, staleOnFailure: staleOnFailure, transport: transport)
        try await api.send()
        api.pass(.seconds(10))
        try await api.send(.head, use: .reload)
        return api
    }

    @Test(arguments: [["ETag": "\"b\""], ["Content-Length": "9"], ["Last-Modified": "then"]] as [HTTPHeaders])
    func aResponseToHeadThatDiffersMakesTheStoredOneStale(fields: HTTPHeaders) async throws {
        let api = try await api(fields)

        let stored = try await api.send(use: .onlyStored)
        #expect(stored.text == "body")
        #expect(stored.cache == .stale(age: .seconds(10)))
        let validated = try await api.send()
        #expect(validated.cache == .revalidated)
        #expect(api.requests.last?.headers["If-None-Match"] == "\"a\"")
        #expect(try await api.send().cache == .hit(age: .zero))
    }

    @Test func anOutdatedResponseIsStaleAfterARestart() async throws {
        let folder = TemporaryFolder()
        let disk = HTTPCache.Disk(folder: folder.url)
        _ = try await api(["ETag": "\"b\""], disk: disk)

        let restarted = CachedAPI({ _ in .notModified(Self.stored) }, disk: disk)
        restarted.pass(.seconds(20))

        #expect(try await restarted.send(use: .onlyStored).cache == .stale(age: .seconds(20)))
        #expect(try await restarted.send().cache == .revalidated)
    }

    /// It is stale since the response to HEAD, not since it was stored.
    @Test(arguments: [(600, true), (601, false)])
    func anOutdatedResponseReplacesAFailure(seconds: Int, isAllowed: Bool) async throws {
        let api = try await api(["ETag": "\"b\""], staleOnFailure: .seconds(600))
        api.pass(.seconds(seconds))

        let response = try? await api.send(headers: ["X-Offline": "1"])

        #expect(response?.text == (isAllowed ? "body" : nil))
    }

    @Test func aSecondResponseToHeadDoesNotExtendTheTimeOfAnOutdatedResponse() async throws {
        let folder = TemporaryFolder()
        let disk = HTTPCache.Disk(folder: folder.url)
        let api = try await api(["ETag": "\"b\""], disk: disk, staleOnFailure: .seconds(600))
        let file = try #require(folder.files.first { $0.contains("/") })
        let bytes = try Data(contentsOf: folder.url.appending(path: file))

        api.pass(.seconds(500))
        try await api.send(.head, use: .reload)

        #expect(try Data(contentsOf: folder.url.appending(path: file)) == bytes)
        api.pass(.seconds(101))
        await #expect(throws: TernError.self) { try await api.send(headers: ["X-Offline": "1"]) }
    }

    @Test func aResponseToHeadThatAgreesMakesTheStoredOneFresh() async throws {
        let api = try await api(["ETag": "\"a\"", "Content-Length": "4"])
        api.pass(.seconds(55))

        #expect(try await api.send().cache == .hit(age: .seconds(55)))
    }
}
