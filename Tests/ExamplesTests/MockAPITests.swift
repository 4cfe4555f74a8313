import Foundation
import Tern
import TernTesting
import Testing

@testable import mock_api

@Suite(.timeLimit(.minutes(5)))
struct MockAPITests {
    @Test(arguments: Bookshop.samples)
    func eachRequestReceivesAResponse(_ target: Bookshop) async throws {
        let server = try LoopbackServer.bookshop()
        let url = server.url
        let shop = Provider<Bookshop>(endpointClosure: { Endpoint($0, baseURL: url) })

        let status: Int?
        do throws(TernError) {
            status = try await shop.request(target).statusCode
        } catch {
            status = error.response?.statusCode
        }

        let expected =
            switch target {
            case .book(isbn: "0"): 404
            case .placeOrder: 201
            case .cancelOrder: 204
            default: 200
            }
        #expect(status == expected)
    }

    @Test func unknownRequestReceivesTheMostSimilarRoutes() async throws {
        let server = try LoopbackServer.bookshop()
        let url = server.url
        let shop = Provider<Bookshop>(endpointClosure: { Endpoint($0, baseURL: url) })
        let error = await #expect(throws: TernError.self) { try await shop.request(.order(id: 43)) }
        let text = String(decoding: error?.response?.data ?? Data(), as: UTF8.self)
        #expect(error?.response?.statusCode == 501)
        #expect(text.contains("GET /orders/42: segment 2 of the path is `43`, not `42`"))
    }

    @Test func listHasEachRouteWithItsCase() throws {
        let server = try LoopbackServer.bookshop()
        #expect(server.routes.count == Bookshop.samples.count)
        let lines = Bookshop.list(of: server.routes)
        #expect(lines.first == "GET /books?page=1               books(page: 1)")
        #expect(lines.last == "DELETE /orders/42               cancelOrder(id: 42)")
    }

    @Test func logHasMethodPathStatusAndDuration() async throws {
        let lines = Locked<[String]>([])
        let server = try LoopbackServer.bookshop { line in lines.withLock { $0.append(line) } }
        let url = server.url
        let shop = Provider<Bookshop>(endpointClosure: { target in
            Endpoint(target, baseURL: url).adding(headers: ["Authorization": "Bearer s3cret"])
        })

        _ = try await shop.request(.search(title: "cities"))
        _ = try? await shop.request(.search(title: "s3cret"))

        let log = lines.withLock(\.self)
        #expect(log.count == 2)
        #expect(log.first?.wholeMatch(of: /GET \/books\/search 200 \d+\.\d ms/) != nil)
        #expect(log.last?.wholeMatch(of: /GET \/books\/search 501 \d+\.\d ms/) != nil)
    }

    @Test func responsesAreDelayedByTheLatency() async throws {
        let clock = ManualClock()
        let simulation = Simulation(latency: .seconds(2), clock: clock)
        async let response = simulation.response(.status(204))
        await clock.waitForSleepers(atLeast: 1)
        clock.advance(by: .seconds(2))
        _ = try await response
        #expect(clock.sleeperCount == 0)
    }

    @Test(arguments: [(0.0, 0...0), (1.0, 200...200), (0.05, 1...30)])
    func shareOfTheResponsesFails(_ share: Double, _ expected: ClosedRange<Int>) async throws {
        let first = try await failures(share: share, seed: 7)
        let second = try await failures(share: share, seed: 7)
        #expect(first == second)
        #expect(expected.contains(first.count))
        if share == 0.05 { #expect(try await failures(share: share, seed: 8) != first) }
    }

    /// The numbers of the failing responses of 200.
    private func failures(share: Double, seed: UInt64) async throws -> [Int] {
        let simulation = Simulation(failureShare: share, seed: seed)
        let server = try LoopbackServer.bookshop(simulation: simulation)
        let url = server.url
        let shop = Provider<Bookshop>(endpointClosure: { Endpoint($0, baseURL: url) })
        var failures: [Int] = []
        for number in 0..<200 {
            do throws(TernError) {
                _ = try await shop.request(.order(id: 42))
            } catch {
                #expect(error.response?.statusCode == 503)
                failures.append(number)
            }
        }
        return failures
    }

    @Test(arguments: [
        ("200ms", Duration.milliseconds(200)), ("1.5s", .milliseconds(1_500)), ("30", .milliseconds(30)),
        ("0", .zero), ("3600s", .seconds(3_600)),
    ])
    func latencyHasAUnit(_ text: String, _ expected: Duration) throws {
        #expect(try Options(["--latency", text]).latency == expected)
    }

    @Test func optionsAreRead() throws {
        let options = try Options(["--verbose", "--fail", "12.5%", "--seed", "3", "--port", "0", "--until-eof"])
        #expect(options.isVerbose && options.endsWithInput && options.port == 0)
        #expect(options.failureShare == 0.125)
        #expect(options.seed == 3)
    }

    @Test(arguments: [
        "5", "5%%", "-5%", "101%", "%", "nan%", "0x1%", "1e1%",
    ])
    func wrongShareIsAnErrorWithAnExample(_ text: String) {
        let error = #expect(throws: Options.UsageError.self) { try Options(["--fail", text]) }
        #expect(error?.message == "--fail needs a share from 0% to 100%, such as 5%.")
    }

    @Test(arguments: ["", "s", "-1s", "inf", "1m", "1.5.2s", "3601s", "99999999999999999999"])
    func wrongLatencyIsAnErrorWithAnExample(_ text: String) {
        let error = #expect(throws: Options.UsageError.self) { try Options(["--latency", text]) }
        #expect(error?.message == "--latency needs a time up to an hour, such as 200ms or 1.5s.")
    }

    @Test(arguments: [
        ["--fail"], ["--latency"], ["--seed"], ["--seed", "-1"], ["--port"], ["--port", "x"],
        ["--port", "65536"], ["--port", "-1"], ["--unknown"], ["8080"],
    ])
    func wrongOptionsAreErrors(_ arguments: [String]) {
        #expect(throws: Options.UsageError.self) { try Options(arguments) }
    }
}
