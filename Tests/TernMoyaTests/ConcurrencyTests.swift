import Foundation
import TernMoya
import Testing

/// Many calls at once, and plugins that block.
@Suite(.timeLimit(.minutes(20)))
struct ConcurrencyTests {
    @Test func thousandTrackedCallsCompleteOnceEach() async {
        let provider = MoyaProvider<API>(session: Session(transport: RecordingTransport()), trackInflights: true)
        let completions = Recorded<Int>()

        await withTaskGroup(of: Void.self) { group in
            for number in 0..<1_000 {
                group.addTask {
                    await withCheckedContinuation { continuation in
                        // A second completion traps.
                        provider.request(.zen, callbackQueue: .global()) { _ in
                            completions.add(number)
                            continuation.resume()
                        }
                    }
                }
            }
        }

        #expect(completions.values.sorted() == Array(0..<1_000))
        #expect(provider.inflightRequests.isEmpty)
    }

    @Test func trackedCallsWithDifferentBodiesDontShareAResponse() async throws {
        let transport = RecordingTransport { sent, _ in .init(statusCode: 200, data: sent.body) }
        let provider = MoyaProvider<API>(session: Session(transport: transport), trackInflights: true)

        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for body in ["a", "b"] {
                group.addTask {
                    let target = API.echo("/a", .post, .requestData(Data(body.utf8)), nil)
                    return try await LiveCallTests.result(provider, target).get().text
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }

        #expect(texts.sorted() == ["a", "b"])
    }

    @Test func callsArePreparedInTheirOrder() async {
        for _ in 0..<100 {
            let prepared = Recorded<String>()
            let provider = MoyaProvider<API>(
                session: Session(transport: RecordingTransport()),
                plugins: [OrderPlugin(prepared: prepared)]
            )
            await withCheckedContinuation { continuation in
                let completions = Recorded<Int>()
                for number in 0..<300 {
                    provider.request(.user("\(number)"), callbackQueue: .global()) { _ in
                        if completions.add(number) == 299 { continuation.resume() }
                    }
                }
            }
            #expect(prepared.values == (0..<300).map { "/users/\($0)" })
        }
    }

    private struct OrderPlugin: PluginType {
        let prepared: Recorded<String>

        func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
            prepared.add(request.url?.path ?? "")
            return request
        }
    }

    /// A form reports what is sent, any other body what is received, as Moya does.
    @Test(arguments: [true, false]) func progressIsOfOneBodyAndEachClosureHasItsOwn(isForm: Bool) async throws {
        let provider = MoyaProvider<API>(session: Session(transport: ReportingTransport()))
        let part = MultipartFormData(provider: .data(Data("x".utf8)), name: "a")
        let task: Task = isForm ? .uploadMultipart([part]) : .requestData(Data("x".utf8))
        let values = Recorded<Progress>()
        let queue = DispatchQueue(label: "callbacks")

        await withCheckedContinuation { continuation in
            let progress: @Sendable (ProgressResponse) -> Void = { response in
                if !response.completed, let progress = response.progressObject { values.add(progress) }
            }
            provider.request(.echo("/a", .post, task, nil), callbackQueue: queue, progress: progress) { _ in
                continuation.resume()
            }
        }

        let fractions = values.values.map(\.fractionCompleted)
        #expect(fractions.first == 0.5)
        #expect(fractions.allSatisfy { $0 > 0 })
        #expect(Set(values.values.map(ObjectIdentifier.init)).count == values.values.count)
    }

    @Test func closuresRunOnTheQueueOfTheCall() async {
        let provider = MoyaProvider<API>(session: Session(transport: RecordingTransport()))
        let key = DispatchSpecificKey<String>()
        let queue = DispatchQueue(label: "callbacks")
        queue.setSpecific(key: key, value: "callbacks")
        DispatchQueue.main.setSpecific(key: key, value: "main")

        let onMain = await withCheckedContinuation { continuation in
            provider.request(.zen, callbackQueue: .main) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key))
            }
        }
        let onQueue = await withCheckedContinuation { continuation in
            provider.request(.zen, callbackQueue: queue) { _ in
                continuation.resume(returning: DispatchQueue.getSpecific(key: key))
            }
        }

        #expect([onMain, onQueue] == ["main", "callbacks"])
    }

    /// As many calls as would block all threads of Swift's pool.
    @Test func pluginsMayBlockUntilAnotherProvidersCallEnds() async throws {
        let tokens = MoyaProvider<API>(
            session: Session(
                transport: RecordingTransport { _, _ in
                    .init(statusCode: 200, data: Data("token".utf8))
                }
            )
        )
        try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<32 {
                group.addTask {
                    let transport = RecordingTransport()
                    let provider = MoyaProvider<API>(
                        session: Session(transport: transport),
                        plugins: [BlockingPlugin(tokens: tokens)]
                    )
                    _ = try await LiveCallTests.result(provider, .zen).get()
                    return transport.sent.first?.fields["X-Token"]
                }
            }
            for try await token in group { #expect(token == "token") }
        }
    }

    private struct BlockingPlugin: PluginType {
        let tokens: MoyaProvider<API>

        func prepare(_ request: URLRequest, target: TargetType) -> URLRequest {
            let (semaphore, received) = (DispatchSemaphore(value: 0), Recorded<String>())
            tokens.request(.zen, callbackQueue: .global()) { result in
                if let response = try? result.get() { received.add(response.text) }
                semaphore.signal()
            }
            semaphore.wait()
            var request = request
            request.setValue(received.values.first, forHTTPHeaderField: "X-Token")
            return request
        }
    }
}
