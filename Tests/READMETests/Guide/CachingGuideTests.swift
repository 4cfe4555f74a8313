import Foundation
import Tern
import TernCache
import TernTestSupport
import TernTesting
import Testing

@testable import Quickstart

/// The snippets of the guide's page on caching.
@Suite(.timeLimit(.minutes(20)))
struct CachingGuideTests {
    private static let fields: HTTPHeaders = ["Cache-Control": "max-age=60"]

    private static func cachedGitHub(
        _ cache: HTTPCache,
        responding sample: @escaping @Sendable () -> SampleResponse = { .json(["login": "octocat"], headers: fields) }
    ) -> Provider<GitHub> {
        Provider(
            endpointClosure: { Endpoint($0).responding(sample()) },
            stubClosure: Provider.immediatelyStub,
            transport: PlatformTransport.platform.cached(by: cache)
        )
    }

    @Test func aTransportHasACache() {
        let cache = HTTPCache()
        let github = Provider<GitHub>(transport: .platform.cached(by: cache))
        _ = github
    }

    @Test func storageTimeOverridesTheServer() {
        let cache = HTTPCache()
        let transport = PlatformTransport.platform.layered(StorageTime(.seconds(30 * 86_400))).cached(by: cache)
        let github = Provider<GitHub>(transport: transport)
        _ = github
    }

    @Test func providersShareACache() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "CachingGuideTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }

        let cache = HTTPCache(disk: HTTPCache.Disk(folder: folder), staleOnFailure: .seconds(86_400))
        let transport = PlatformTransport.platform.cached(by: cache)
        let github = Provider<GitHub>(transport: transport)
        let issues = Provider<Issues>(transport: transport)

        _ = (github, issues)
    }

    @Test func aStaleResponseReplacesAFailure() async throws {
        let now = Locked(Date(timeIntervalSince1970: 0))
        let cache = HTTPCache(staleOnFailure: .seconds(86_400), now: { now.withLock(\.self) })
        let isConnected = Locked(true)
        let github = Self.cachedGitHub(cache) {
            isConnected.withLock(\.self)
                ? .json(["login": "octocat"], headers: Self.fields) : .networkError(URLError(.notConnectedToInternet))
        }
        _ = try await github.request(.user(login: "octocat"))
        now.withLock { $0 += 3_600 }
        isConnected.withLock { $0 = false }
        var banner: String?

        let response = try await github.request(.user(login: "octocat"))
        if case .stale(let age) = response.cache { banner = "Updated \(age) ago" }

        #expect(banner == "Updated 3600.0 seconds ago")
    }

    @Test func aStoredResponseComesFirst() async throws {
        let github = Self.cachedGitHub(HTTPCache())
        _ = try await github.request(.user(login: "octocat"))

        let stored = try? await github.value(.user("octocat"), options: CallOptions(cacheUse: .onlyStored))
        let current = try await github.value(.user("octocat"))

        #expect(stored?.login == current.login)
    }

    @Test func aCallReloads() async throws {
        let cache = HTTPCache()
        let github = Self.cachedGitHub(cache)
        _ = try await github.request(.user(login: "octocat"))

        let user = try await github.value(.user("octocat"), options: CallOptions(cacheUse: .reload))

        #expect(user.login == "octocat")
        #expect(cache.statistics.fetches == 2)
    }

    @Test func accountsHaveNames() async throws {
        struct Session { let userID = "user-17" }
        let session = Session()

        let cache = HTTPCache(partition: { request in
            request.headers.contains("Authorization") ? session.userID : nil
        })
        await cache.removeAll(partition: "user-17")  // when this user logs out

        #expect(cache.statistics.count == 0)
    }

    @Test func signedURLsHaveKeys() async throws {
        struct Person { let id = 7 }
        struct Files: TargetType {
            let url: URL
            var baseURL: URL { url }
            var path: String { "" }
            static func signed(_ url: URL) -> Files { Files(url: url) }
        }
        let cache = HTTPCache()
        let files = Provider<Files>(
            endpointClosure: { Endpoint($0).responding(.text("picture", headers: Self.fields)) },
            stubClosure: Provider.immediatelyStub,
            transport: PlatformTransport.platform.cached(by: cache)
        )
        let user = Person()

        for signature in 1...2 {
            let url = try #require(URL(string: "https://files.example/avatar?signature=\(signature)"))
            let options = CallOptions(cacheKey: "avatar/\(user.id)")
            let picture = try await files.request(.signed(url), options: options)
            #expect(picture.attempts == 2 - signature)
        }
        await cache.remove(cacheKey: "avatar/\(user.id)")

        #expect(cache.statistics.count == 0)
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    @Test(.virtualTime) func freshnessEndsInVirtualTime() async throws {
        let scheduler = try #require(VirtualScheduler.current)
        let start = Date(timeIntervalSince1970: 0)

        let cache = HTTPCache(now: { start.addingTimeInterval(scheduler.now / .seconds(1)) })
        let github = Provider<GitHub>.stub(
            .on(.user("octocat"), .json(["login": "octocat"], headers: ["Cache-Control": "max-age=60"])),
            transport: .platform.cached(by: cache)
        )

        let first = try await github.request(.user(login: "octocat"))
        let second = try await github.request(.user(login: "octocat"))
        try await scheduler.clock.sleep(for: .seconds(60))
        let third = try await github.request(.user(login: "octocat"))

        #expect([first, second, third].map(\.attempts) == [1, 0, 1])
    }
}
