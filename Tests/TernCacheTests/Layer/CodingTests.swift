import Foundation
import Tern
import TernCache
import TestDoubles
import Testing

/// A body is used again only in the form that the request asks for: decoded, as sent, or without a coding.
@Suite(.timeLimit(.minutes(20)))
struct CodingTests {
    /// Who asks for the body, and how.
    enum Caller: String, CaseIterable, Sendable {
        case plain, namesGzip, namesIdentity, decodesNothing, otherEngine, otherEngineNamesGzip

        var headers: HTTPHeaders {
            switch self {
            case .namesGzip, .otherEngineNamesGzip: ["Accept-Encoding": "gzip"]
            case .namesIdentity: ["Accept-Encoding": "identity"]
            default: [:]
            }
        }

        var decoding: Request.Decoding { self == .decodesNothing ? .none : .automatic }
        var isOtherEngine: Bool { self == .otherEngine || self == .otherEngineNamesGzip }
        var acceptsGzip: Bool { self == .plain || self == .namesGzip || self == .otherEngineNamesGzip }

        /// Whether the body is what the caller asked for.
        func accepts(_ text: String, _ response: Response) -> Bool {
            guard response.headers.contains("Content-Encoding") else {
                return text == CodingServer.text && !response.isDecoded
            }
            guard acceptsGzip else { return false }
            return self == .plain
                ? response.isDecoded && text == CodingServer.text
                : !response.isDecoded && text == CodingServer.compressed
        }
    }

    enum Storage: CaseIterable {
        case memory, disk, stream
    }

    /// Two engines above one cache.
    private struct Engines {
        let server: CodingServer
        var cache: HTTPCache
        let storage: Storage

        func send(_ caller: Caller, _ fields: HTTPHeaders = [:], use: Request.CacheUse = .standard) async throws
            -> Response
        {
            var engine = server
            engine.decompresses = !caller.isOtherEngine
            let provider = Provider<OpenTarget>(transport: engine.cached(by: cache))
            let target = OpenTarget(headers: caller.headers.merging(fields), validation: .none)
            let delivery: Request.Delivery? = storage == .stream ? .streamed : nil
            let options = CallOptions(delivery: delivery, decoding: caller.decoding, cacheUse: use)
            var response = try await provider.request(target, options: options)
            if let stream = response.stream { response.body = .data(try await stream.collected()) }
            return response
        }
    }

    @Test(arguments: Storage.allCases, ["max-age=60", "no-cache"])
    func aBodyHasTheFormThatItsRequestAsksFor(storage: Storage, control: String) async throws {
        for first in Caller.allCases {
            for second in Caller.allCases {
                let folder = TemporaryFolder()
                let disk = storage == .disk ? HTTPCache.Disk(folder: folder.url) : nil
                let server = CodingServer(fields: ["Cache-Control": control])
                var engines = Engines(
                    server: server,
                    cache: HTTPCache(disk: disk, now: { .arrival }),
                    storage: storage
                )
                for (index, caller) in [first, second, second, first, first].enumerated() {
                    let response = try await engines.send(caller)
                    let text = "\(first), \(second): \(caller) \(index), \(response.text), \(response.isDecoded)"
                    #expect(caller.accepts(response.text, response), "\(text)")
                    if index == 2 || index == 4 { #expect(response.cache != .fetched(stored: true), "\(text)") }
                    // Another process finds what is on the disk.
                    if disk != nil { engines.cache = HTTPCache(disk: disk, now: { .arrival }) }
                }
            }
        }
    }

    /// A body on the disk that isn't in memory.
    @Test func bothFormsAreOnTheDisk() async throws {
        let folder = TemporaryFolder()
        let disk = HTTPCache.Disk(folder: folder.url)
        let server = CodingServer()
        let callers: [Caller] = [.plain, .namesGzip, .namesIdentity]
        var engines = Engines(server: server, cache: HTTPCache(disk: disk, now: { .arrival }), storage: .disk)
        for caller in callers { _ = try await engines.send(caller) }

        engines.cache = HTTPCache(disk: disk, now: { .arrival })
        for caller in callers {
            let response = try await engines.send(caller)
            #expect(response.attempts == 0)
            #expect(caller.accepts(response.text, response))
        }
    }

    @Test(arguments: Caller.allCases)
    func aRangeIsAPartOfABodyWithoutACoding(caller: Caller) async throws {
        let cache = HTTPCache(now: { .arrival })
        let engines = Engines(server: CodingServer(), cache: cache, storage: .memory)
        let whole = try await engines.send(caller)

        let part = try await engines.send(.namesIdentity, ["Range": "bytes=2-4"])

        if whole.headers.contains("Content-Encoding") || caller != .namesIdentity {
            #expect(part.cache == .fetched(stored: false) || part.cache == .fetched(stored: true))
        } else {
            #expect(part.statusCode == 206)
            #expect(part.text == "234")
        }
    }

    /// A caller's own condition must not move a stored body to callers of its kind.
    @Test func a304ToTheCallersConditionConfirmsNoBodyOfAnotherForm() async throws {
        let engines = Engines(server: CodingServer(), cache: HTTPCache(now: { .arrival }), storage: .memory)
        _ = try await engines.send(.plain)

        let confirmed = try await engines.send(.namesGzip, ["If-None-Match": "\"1\""])
        let raw = try await engines.send(.namesGzip)
        let plain = try await engines.send(.plain)

        #expect(confirmed.statusCode == 304)
        #expect(Caller.namesGzip.accepts(raw.text, raw))
        #expect(Caller.plain.accepts(plain.text, plain))
        #expect(plain.attempts == 0)
    }

    @Test func nothingOfAnotherFormReplacesAFailure() async throws {
        let isConnected = Watched(true)
        let api = CachedAPI(
            staleOnFailure: .seconds(600),
            transport: RecordingTransport { request in
                guard isConnected.value else { throw TernError(.notConnected) }
                var response = Response.fresh("decoded", ["Content-Encoding": "gzip"])
                response.isDecoded = true
                return response
            }
        )
        try await api.send()
        api.pass(.seconds(100))
        isConnected.update { $0 = false }

        #expect(try await api.send().text == "decoded")
        await #expect(throws: TernError.self) { try await api.send(headers: ["Accept-Encoding": "gzip"]) }
    }

    /// A body that only the disk takes, beside a small one in memory.
    @Test(arguments: [true, false])
    func aLongBodyOnTheDiskIsFoundBesideItsShortForm(isShortFirst: Bool) async throws {
        let folder = TemporaryFolder()
        let long = String(repeating: "0123456789", count: 50_000)
        let api = CachedAPI(
            { request in
                let isRaw = request.headers.contains("Accept-Encoding")
                var response = Response.fresh(isRaw ? "short" : long, ["Content-Encoding": "gzip"])
                if !isRaw { response.isDecoded = true }
                return response
            },
            disk: HTTPCache.Disk(folder: folder.url)
        )
        let forms: [HTTPHeaders] =
            isShortFirst ? [["Accept-Encoding": "gzip"], [:]] : [[:], ["Accept-Encoding": "gzip"]]

        for headers in forms + forms + forms {
            #expect(try await api.send(headers: headers).text == (headers.isEmpty ? long : "short"))
        }

        #expect(api.requests.count == 2)
        #expect(api.cache.statistics.count == 1)
    }

    /// The server has begun to compress a body when it grew. The old one is short, and the new one is on the disk alone.
    @Test func aNewerLongBodyIsUsedInsteadOfAnOlderOneOfAnotherForm() async throws {
        let folder = TemporaryFolder()
        let long = String(repeating: "0123456789", count: 50_000)
        let api = CachedAPI(
            { _ in .fresh("old") },
            { _ in
                var response = Response.fresh(long, ["Content-Encoding": "gzip"])
                response.isDecoded = true
                return response
            },
            { _ in Response(statusCode: 200, headers: ["Cache-Control": "no-store"]) },
            disk: HTTPCache.Disk(folder: folder.url)
        )
        try await api.send()
        api.pass(.seconds(1))
        try await api.send(use: .reload)

        let newer = try await api.send()
        #expect(newer.text == long)
        #expect(newer.attempts == 0)
        // A newer response that isn't stored removes both.
        try await api.send(use: .reload)
        #expect(try await api.send(use: .onlyStored).statusCode == 504)
    }

    @Test func aResponseThatIsNotStoredAlsoRemovesAnOlderLongOneOnTheDisk() async throws {
        let folder = TemporaryFolder()
        let api = CachedAPI(
            { _ in
                var response = Response.fresh(String(repeating: "a", count: 500_000), ["Content-Encoding": "gzip"])
                response.isDecoded = true
                return response
            },
            { _ in .fresh("without a coding") },
            { _ in Response(statusCode: 200, headers: ["Cache-Control": "no-store"]) },
            disk: HTTPCache.Disk(folder: folder.url)
        )

        for use in [Request.CacheUse.standard, .reload, .reload] { try await api.send(use: use) }

        #expect(try await api.send(use: .onlyStored).statusCode == 504)
    }

    /// No transport decodes such a body, so it is stored for all requests.
    @Test func aBodyWithAnUnknownCodingIsUsedAgain() async throws {
        let api = CachedAPI({ _ in .fresh("body", ["Content-Encoding": "x-unknown"]) })

        try await api.send()

        #expect(try await api.send().cache == .hit(age: .zero))
        #expect(try await api.provider.request(OpenTarget(), options: CallOptions(decoding: .none)).attempts == 0)
    }

    /// A newer response that isn't stored leaves none of the older ones, whatever their form.
    @Test func aResponseThatIsNotStoredRemovesAllThatItsRequestSelects() async throws {
        let api = CachedAPI(
            { _ in
                var response = Response.fresh("compressed", ["Content-Encoding": "gzip"])
                response.isDecoded = true
                return response
            },
            { _ in .fresh("without a coding") },
            { _ in Response(statusCode: 200, headers: ["Cache-Control": "no-store"]) }
        )

        for use in [Request.CacheUse.standard, .reload, .reload] { try await api.send(use: use) }

        #expect(try await api.send(use: .onlyStored).statusCode == 504)
    }
}
