import Foundation
import TernTesting
import TestDoubles
import Testing

@testable import Tern

/// Comparison of requests for in-flight sharing.
extension InFlightRequestTests {
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout Request) -> Void

        init(_ name: String, _ change: @escaping @Sendable (inout URLRequest) -> Void) {
            testDescription = name
            self.change = { request in
                var urlRequest = URLRequest(request)
                change(&urlRequest)
                request = (try? Request(urlRequest)) ?? request
            }
        }

        static let all = [
            Setting("idle timeout") { $0.timeoutInterval = 7 },
            Setting("idle timeout that is not a number") { $0.timeoutInterval = .nan },
            Setting("cache policy") { $0.cachePolicy = .reloadIgnoringLocalCacheData },
            Setting("cellular access") { $0.allowsCellularAccess = false },
            Setting("network service") { $0.networkServiceType = .background },
            Setting("cookie handling") { $0.httpShouldHandleCookies = false },
            Setting("main document") { $0.mainDocumentURL = URL(string: "https://www.example.com") },
        ]
    }

    /// A provider that changes the requests of targets without sample data.
    private func provider(changing setting: Setting) -> Provider<OpenTarget> {
        Provider(
            requestClosure: { endpoint, target in
                var request = try endpoint.request()
                if target.sampleData.isEmpty { setting.change(&request) }
                return request
            },
            transport: transport,
            trackInflights: true,
            clock: clock
        )
    }

    // MARK: - Live

    @Test(arguments: Setting.all) func requestsThatDifferInASettingAreSentTwice(setting: Setting) async throws {
        let provider = provider(changing: setting)
        let calls = [start(OpenTarget(), on: provider), start(OpenTarget(sampleData: Data()), on: provider)]

        await transport.waitForRequests(atLeast: 2)
        transport.respond(0)
        transport.respond(1)

        for caller in calls { #expect(try await caller.call.value.statusCode == 200) }
    }

    @Test(arguments: Setting.all) func requestsWithEqualSettingsAreSentOnce(setting: Setting) async throws {
        let provider = provider(changing: setting)
        let leader = await lead(OpenTarget(sampleData: Data()), on: provider)
        let follower = await follow(OpenTarget(sampleData: Data()), on: provider)

        transport.respond()

        #expect(try await leader.call.value.statusCode == 200)
        #expect(try await follower.call.value.statusCode == 200)
        #expect(transport.requests.count == 1)
    }

    private func fingerprint(_ change: (inout Request) -> Void) -> Fingerprint? {
        var request = Request(url: OpenTarget().baseURL)
        change(&request)
        return Fingerprint(request, sample: nil)
    }

    @Test func requestsWithDifferentLimitsAreDifferent() throws {
        let plain = try #require(fingerprint { _ in })
        #expect(plain == fingerprint { _ in })
        #expect(plain != fingerprint { $0.delivery = .collected(limit: 1) })
        #expect(plain != fingerprint { $0.idleTimeout = .seconds(1) })
    }

    private enum Tenant: RequestAttributeKey {
        static var defaultValue: String { "none" }

        static func allowsSharing(_ value: String, _ other: String) -> Bool { value == other }
    }

    private enum Note: RequestAttributeKey {
        static var defaultValue: String { "none" }
    }

    @Test func attributeSeparatesRequestsIfItsKeySaysSo() throws {
        let plain = try #require(fingerprint { _ in })
        let tenant = try #require(fingerprint { $0.attributes[Tenant.self] = "a" })
        #expect(plain != tenant)
        #expect(tenant != plain)
        #expect(tenant != fingerprint { $0.attributes[Tenant.self] = "b" })
        #expect(tenant == fingerprint { $0.attributes[Tenant.self] = "a" })
        #expect(plain == fingerprint { $0.attributes[Tenant.self] = "none" })
        #expect(plain == fingerprint { $0.attributes[Note.self] = "a" })
    }

    @Test func requestsThatUseACacheDifferentlyAreDifferent() throws {
        let plain = try #require(fingerprint { _ in })
        let reload = try #require(fingerprint { $0.attributes.cacheUse = .reload })
        let key = try #require(fingerprint { $0.attributes.cacheKey = "/a" })
        #expect(plain != reload)
        #expect(plain != key)
        #expect(reload == fingerprint { $0.attributes.cacheUse = .reload })
        #expect(key == fingerprint { $0.attributes.cacheKey = "/a" })
        #expect(plain == fingerprint { $0.attributes.cacheUse = .standard })
    }

    @Test func requestsWithDifferentCrossOriginHeadersAreDifferent() throws {
        let plain = try #require(fingerprint { _ in })
        let named = try #require(fingerprint { $0.crossOriginHeaders = ["X-Tenant"] })
        #expect(plain != named)
        #expect(named == fingerprint { $0.crossOriginHeaders = ["x-tenant"] })
    }

    @Test func queriesWithEqualBodiesAreEqual() throws {
        func query(_ body: String, type: String = "application/json") -> Fingerprint? {
            fingerprint { request in
                request.method = .query
                request.headers["Content-Type"] = type
                request.body = .data(Data(body.utf8))
            }
        }
        let plain = try #require(query("{}"))
        #expect(plain == query("{}"))
        #expect(plain != query("[]"))
        #expect(plain != query("{}", type: "text/plain"))
    }

    @Test func streamsAndFilesAreNotShared() {
        #expect(fingerprint { $0.delivery = .streamed } == nil)
        #expect(fingerprint { $0.delivery = .download(.file(URL(fileURLWithPath: "/tmp/file"))) } == nil)
        #expect(fingerprint { $0.body = .stream { AsyncStream<Data> { $0.finish() } } } == nil)
    }

    @Test func copiesOfAProviderWithAnotherLimitDoNotShare() async throws {
        let provider = provider()
        let copy = provider.configured { $0.maximumBodyBytes = 1_000 }
        let calls = [start(on: provider), start(on: copy)]

        await transport.waitForRequests(atLeast: 2)
        transport.respond(0)
        transport.respond(1)

        for caller in calls { _ = try await caller.call.value }
    }

    // MARK: - Stubbed

    @Test func delayedStubsOfTargetsWithDifferentSamplesAreNotShared() async throws {
        let provider = Provider<OpenTarget>(
            stubClosure: Provider.delayedStub(.seconds(1)),
            trackInflights: true,
            clock: clock
        )
        let one = start(OpenTarget(sampleData: Data("one".utf8)), on: provider)
        let two = start(OpenTarget(sampleData: Data("two".utf8)), on: provider)

        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(1))

        #expect(try await one.call.value.string() == "one")
        #expect(try await two.call.value.string() == "two")
    }

    @Test func stubsWithDifferentDelaysAreNotShared() async throws {
        let delays = Watched([Duration.seconds(1), .seconds(2)])
        let provider = Provider<OpenTarget>(
            stubClosure: { _ in .delayed(delays.update { $0.removeFirst() }) },
            trackInflights: true,
            clock: clock
        )
        let calls = [start(on: provider), start(on: provider)]

        await clock.waitForSleepers(atLeast: 2)
        clock.advance(by: .seconds(2))

        for caller in calls { #expect(try await caller.call.value.string() == "sample") }
    }

    @Test func samplesAreComparedByTheirTargets() {
        func areEqual(_ one: any TargetType, _ other: any TargetType) -> Bool {
            SampleSource(target: one, delay: .zero) == SampleSource(target: other, delay: .zero)
        }
        #expect(areEqual(OpenTarget(), OpenTarget()))
        #expect(!areEqual(OpenTarget(sampleData: Data("one".utf8)), OpenTarget(sampleData: Data("two".utf8))))
        #expect(areEqual(Shelf.all, Shelf.all))
        #expect(!areEqual(Shelf.all, Shelf.none))
        #expect(areEqual(Shelf.book(["title": nil]), Shelf.book(["title": nil])))
        #expect(areEqual(Shelf.book(["title": OpenTarget()]), Shelf.book(["title": OpenTarget()])))
        #expect(!areEqual(Shelf.book(["title": OpenTarget()]), Shelf.book(["title": OpenTarget(path: "/")])))
        #expect(!areEqual(Shelf.book(["title": nil]), OpenTarget()))
        let instance = Instance()
        #expect(areEqual(instance, instance))
        #expect(!areEqual(Instance(), Instance()))
    }

    @Test func sampleOfATargetThatHoldsAClosureEqualsOnlyItself() {
        let closure = Closure { Data() }
        let source = SampleSource(target: closure, delay: .zero)
        #expect(source == source)
        #expect(source != SampleSource(target: closure, delay: .zero))
    }
}

/// Not `Equatable`, since its associated value isn't.
private enum Shelf: TargetType {
    case all
    case none
    case book([String: OpenTarget?])

    var baseURL: URL { OpenTarget().baseURL }
    var path: String { "/" }
}

private final class Instance: TargetType {
    var baseURL: URL { OpenTarget().baseURL }
    var path: String { "/" }
}

private struct Closure: TargetType {
    let sample: @Sendable () -> Data
    var baseURL: URL { OpenTarget().baseURL }
    var path: String { "/" }
    var sampleData: Data { sample() }
}
