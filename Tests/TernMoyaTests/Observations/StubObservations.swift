import Foundation
import TernMoya

/// What a program sees of stubbed calls.
struct StubObservations {
    private(set) var lines: [String] = []

    mutating func run() async {
        immediate()
        await queues()
        samples()
        await delays()
        order()
        requestClosures()
        targets()
        await inFlight()
    }

    private mutating func say(_ key: String, _ value: Any?) { lines.append(line(key, value)) }

    private mutating func immediate() {
        let provider = MoyaProvider<API>(stubClosure: MoyaProvider.immediatelyStub)
        var result: Result<Moya.Response, MoyaError>?
        provider.request(.zen) { result = $0 }
        say("A1 immediate stub is synchronous", text(result))
        say("A2 stub's request", (try? result?.get().request?.url) ?? "nil")
        say("A3 stub's response", (try? result?.get().response) ?? "nil")
    }

    private mutating func queues() async {
        let key = DispatchSpecificKey<String>()
        let (queue, other) = (DispatchQueue(label: "Q"), DispatchQueue(label: "O"))
        queue.setSpecific(key: key, value: "Q")
        other.setSpecific(key: key, value: "O")
        func label(_ provider: MoyaProvider<API>, _ queue: DispatchQueue?) async -> String {
            await withCheckedContinuation { continuation in
                provider.request(.zen, callbackQueue: queue) { _ in
                    continuation.resume(returning: DispatchQueue.getSpecific(key: key) ?? "other")
                }
            }
        }
        let provider = MoyaProvider<API>(stubClosure: MoyaProvider.immediatelyStub)
        let isComplete = Log()
        queue.suspend()
        provider.request(.zen, callbackQueue: queue) { _ in isComplete.add("complete") }
        let before = isComplete.lines.first
        queue.resume()
        say("A4 stub with a queue", "before \(before ?? "nil"), on \(await label(provider, queue))")
        let queued = MoyaProvider<API>(stubClosure: MoyaProvider.immediatelyStub, callbackQueue: queue)
        say("A5 provider's queue", await label(queued, nil))
        say("A6 request's queue wins", await label(queued, other))
    }

    private mutating func samples() {
        let url = URL(string: "http://x.example/y")!
        let head = HTTPURLResponse(url: url, statusCode: 203, httpVersion: nil, headerFields: ["A": "b"])!
        func result(_ sample: EndpointSampleResponse, _ target: API = .zen) -> Result<Moya.Response, MoyaError>? {
            var result: Result<Moya.Response, MoyaError>?
            MoyaProvider<API>(endpointClosure: { sampling($0, sample) }, stubClosure: MoyaProvider.immediatelyStub)
                .request(target) { result = $0 }
            return result
        }
        let custom = result(.response(head, Data("x".utf8)))
        say("A7 custom response", "\(text(custom)) same \((try? custom?.get().response) === head)")
        say("A8 network error", text(result(.networkError(NSError(domain: "D", code: 7)))))
        say("A9 status 500 without validation", text(result(.networkResponse(500, Data()))))
        let refused = result(.networkResponse(300, Data()), .validated(1))
        say("A10 status 300 with validation", text(refused))
        if case .failure(.underlying(let inner, _))? = refused { say("A11 its underlying", kind(inner)) }
    }

    private mutating func delays() async {
        let log = Log()
        let provider = MoyaProvider<API>(
            stubClosure: MoyaProvider.delayedStub(0.3),
            plugins: [Recorder("1", log)]
        )
        let start = ContinuousClock.now
        let (isAtOnce, _, result, isMain) = await call(provider)
        say("A12 delayed stub is synchronous", isAtOnce ? text(result) : "none")
        let isLate = ContinuousClock.now - start >= .seconds(0.3)
        say("A13 delayed stub", "\(text(result)) main \(isMain) late \(isLate)")
        log.lines = []
        let (isCancelledAtOnce, token, cancelled, _) = await call(provider, isCancelled: true)
        say(
            "A15 cancelled delayed stub",
            "\(text(cancelled)) at once \(isCancelledAtOnce) isCancelled \(token.isCancelled) \(log.lines)"
        )
    }

    /// Calls a target, and says whether its completion ran at once, and whether on the main queue.
    private mutating func call(
        _ provider: MoyaProvider<API>,
        isCancelled: Bool = false
    ) async -> (Bool, any Cancellable, Result<Moya.Response, MoyaError>, Bool) {
        let (stream, continuation) = AsyncStream<(Result<Moya.Response, MoyaError>, Bool)>.makeStream()
        let count = Log()
        // In a test process on Linux, the main queue isn't on the main thread.
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        // Completions of delayed stubs run on the main queue, so none can run between these lines.
        let (token, wasCancelled, isAtOnce) = DispatchQueue.main.sync {
            let token = provider.request(.zen) {
                count.add("complete")
                continuation.yield(($0, DispatchQueue.getSpecific(key: key) == true))
            }
            let wasCancelled = token.isCancelled
            if isCancelled { token.cancel() }
            return (token, wasCancelled, !count.lines.isEmpty)
        }
        if isCancelled { say("A14 isCancelled before", wasCancelled) }
        for await (result, isMain) in stream { return (isAtOnce, token, result, isMain) }
        return (isAtOnce, token, .failure(.requestMapping("no completion")), false)
    }

    private mutating func order() {
        let log = Log()
        let provider = MoyaProvider<API>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [Recorder("1", log), Recorder("2", log)]
        )
        var seen: String?
        provider.request(.zen) { result in
            log.add("completion")
            seen = try? result.get().request?.value(forHTTPHeaderField: "X-Seen")
        }
        say("A16 order of plugins in a stub", log.lines)
        say("A17 prepared request in the response", seen)
    }

    private mutating func requestClosures() {
        let log = Log()
        let endpoints = Recorded<API>()
        let failing = MoyaProvider<API>(
            endpointClosure: {
                endpoints.add($0)
                return MoyaProvider.defaultEndpointMapping(for: $0)
            },
            requestClosure: { _, done in done(.failure(.underlying(NSError(domain: "R", code: 1), nil))) },
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [Recorder("1", log)]
        )
        var result: Result<Moya.Response, MoyaError>?
        failing.request(.zen) { result = $0 }
        say("A18 failing request closure", "\(text(result)) \(log.lines) endpoints \(endpoints.values.count)")
        log.lines = []
        let done = Recorded<@Sendable () -> Void>()
        let waiting = MoyaProvider<API>(
            requestClosure: { endpoint, closure in
                done.add { MoyaProvider<API>.defaultRequestMapping(for: endpoint, closure: closure) }
            },
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [Recorder("1", log)]
        )
        result = nil
        let token = waiting.request(.zen) { result = $0 }
        say("A19 waiting request closure", text(result))
        token.cancel()
        say("A20 cancelled while waiting, before done", "\(text(result)) \(token.isCancelled)")
        for done in done.values { done() }
        say("A21 cancelled while waiting, after done", "\(text(result)) \(log.lines)")
    }

    private mutating func targets() {
        var result: Result<Moya.Response, MoyaError>?
        MoyaProvider<Plain>(stubClosure: MoyaProvider.immediatelyStub).request(Plain()) { result = $0 }
        let url = (try? result?.get().request?.url?.absoluteString) ?? "nil"
        say("A22 empty sampleData", "\(text(result)) \(url)")
        let multi = MoyaProvider<MultiTarget>(
            stubClosure: MoyaProvider.immediatelyStub,
            plugins: [AccessTokenPlugin { target in "T-\(type(of: target))" }]
        )
        multi.request(MultiTarget(API.user("ash"))) { result = $0 }
        let token = (try? result?.get().request?.value(forHTTPHeaderField: "Authorization")) ?? "nil"
        say("A23 MultiTarget", "\(text(result)) \(token)")
        let target = MultiTarget(API.user("ash"))
        let properties: [Any] = [
            target.path, target.baseURL.absoluteString, target.method.rawValue, target.sampleData.count,
            target.validationType, target.headers ?? [:], target.authorizationType?.value ?? "nil", target.target,
        ]
        say("A24 MultiTarget's properties", properties.map { "\($0)" }.joined(separator: " "))
    }

    private mutating func inFlight() async {
        let tracked = MoyaProvider<API>(stubClosure: MoyaProvider.delayedStub(0.1), trackInflights: true)
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        for _ in 0..<2 { tracked.request(.zen) { _ in continuation.yield() } }
        say("A25 inflight", "\(tracked.inflightRequests.count) \(tracked.inflightRequests.values.map(\.count))")
        var count = 0
        for await _ in stream {
            count += 1
            if count == 2 { break }
        }
        say("A26 inflight after", "\(count) \(tracked.inflightRequests.count)")
    }
}
