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

    @Test func unknownRequestReceivesTheNearestRoutes() async throws {
        let server = try LoopbackServer.bookshop()
        let url = server.url
        let shop = Provider<Bookshop>(endpointClosure: { Endpoint($0, baseURL: url) })
        let error = await #expect(throws: TernError.self) { try await shop.request(.order(id: 43)) }
        let text = String(decoding: error?.response?.data ?? Data(), as: UTF8.self)
        #expect(error?.response?.statusCode == 501)
        #expect(text.contains("GET /orders/42: segment 2 of the path is `43`, not `42`"))
    }

    @Test(arguments: [["--port"], ["--port", "x"], ["--port", "65536"], ["--port", "-1"], ["--unknown"], ["8080"]])
    func wrongOptionsAreRefused(_ arguments: [String]) {
        #expect(throws: Options.UsageError.self) { try Options(arguments) }
    }
}
