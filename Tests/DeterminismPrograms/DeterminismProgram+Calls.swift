import Foundation
import Tern
import TernTesting

/// Calls of a stubbed provider.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension DeterminismProgram {
    private struct Retry: Plugin {
        func intercept(_ request: Request, context: RequestContext, next: Next) async throws -> Response {
            for seconds in 1...3 {
                do { return try await next(request) } catch {
                    try await context.clock.sleep(for: .seconds(seconds))
                }
            }
            return try await next(request)
        }
    }

    private static func observer(_ record: Recorder) -> Hooks {
        Hooks(
            willSend: { request, context in record("\(context.id).\(context.attempt) sends \(request.url.path)") },
            didReceive: { result, context in
                switch result {
                case .success(let response):
                    record("\(context.id).\(context.attempt) receives \(response.statusCode)")
                case .failure(let error): record("\(context.id).\(context.attempt) fails with \(error.code)")
                }
            }
        )
    }

    static let calls = [
        DeterminismProgram("calls of different durations") { scheduler, record in
            let shop = scheduler.shop()
            await withTaskGroup(of: Void.self) { group in
                for id in [3, 1, 2, 1] {
                    group.addTask { record("item \((try? await shop.value(.item(id)).id) ?? 0)") }
                }
            }
        },
        DeterminismProgram("plugins around concurrent calls") { scheduler, record in
            let shop = scheduler.shop(plugins: [observer(record), observer(record)])
            async let one = shop.request(.item(2))
            async let other = shop.request(.item(1))
            async let third = shop.request(.order(7))
            _ = try await (one, other, third)
        },
        DeterminismProgram("retries with a growing delay") { scheduler, record in
            let shop = scheduler.shop(plugins: [Retry(), observer(record)]) { target in
                if case .item(2) = target { .status(503) } else { nil }
            }
            for id in 1...2 {
                do throws(TernError) { record("\(try await shop.value(.item(id)).id)") } catch {
                    record("\(error.code), \(error.attempts)")
                }
            }
        },
        DeterminismProgram("timeouts beside delays") { scheduler, record in
            let shop = scheduler.shop()
            await withTaskGroup(of: Void.self) { group in
                for id in 1...5 {
                    group.addTask {
                        let result: String
                        do throws(TernError) {
                            let response = try await shop.request(.item(id), options: .init(timeout: .seconds(3)))
                            result = "\(response.statusCode)"
                        } catch { result = "\(error.code)" }
                        record("\(id): \(result)")
                    }
                }
            }
        },
        DeterminismProgram("shared request, first caller cancelled") { scheduler, record in
            let shop = scheduler.shop(plugins: [observer(record)], trackInflights: true)
            let calls = (0..<4).map { number in
                Task {
                    do throws(TernError) { record("\(number): \(try await shop.value(.item(5)).id)") } catch {
                        record("\(number): \(error)")
                    }
                }
            }
            try await scheduler.clock.sleep(for: .seconds(2))
            calls[0].cancel()
            for call in calls { await call.value }
        },
        DeterminismProgram("calls cancelled at the time of their responses") { scheduler, record in
            let shop = scheduler.shop(plugins: [observer(record)])
            let calls = (1...3).map { id in Task { try await shop.value(.item(id)) } }
            for call in calls {
                try await scheduler.clock.sleep(for: .seconds(1))
                call.cancel()
            }
            for call in calls {
                do { record("\(try await call.value.id)") } catch { record("\((error as? TernError)?.code as Any)") }
            }
        },
        DeterminismProgram("gate that holds three responses") { scheduler, record in
            let gate = SampleGate()
            let shop = scheduler.shop { _ in .json(["id": 1]).held(by: gate) }
            let calls = (0..<3).map { number in
                Task { record("\(number): \((try? await shop.value(.order(number)).id) ?? 0)") }
            }
            await gate.waitForArrivals(atLeast: 3)
            record("held")
            gate.release()
            for call in calls { await call.value }
        },
        DeterminismProgram("responses in order") { scheduler, record in
            let shop = Provider<Shop>.stub(delay: .seconds(1), clock: scheduler.clock, journal: nil) { _ in
                .inOrder(.status(500), .status(404), .status(200))
            }
            await withTaskGroup(of: Void.self) { group in
                for number in 0..<3 {
                    group.addTask {
                        do throws(TernError) {
                            record("\(number): \(try await shop.request(.prices).statusCode)")
                        } catch {
                            record("\(number): \(error.response?.statusCode ?? 0)")
                        }
                    }
                }
            }
        },
        DeterminismProgram("callbacks on the main actor") { scheduler, record in
            let shop = scheduler.shop()
            let (done, continuation) = AsyncStream.makeStream(of: Int.self)
            for id in [2, 1, 3] {
                shop.request(.item(id)) { result in
                    record("\(id): \((try? result.get().statusCode) ?? 0)")
                    continuation.yield(id)
                }
            }
            var count = 0
            for await _ in done {
                count += 1
                if count == 3 { break }
            }
        },
    ]
}
