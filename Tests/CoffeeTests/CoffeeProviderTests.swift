import Foundation
import Tern
import TernTestSupport
import TernTesting
import Testing

@testable import coffee

/// On the level of the provider: responses by case.
@Suite(.network, .timeLimit(.minutes(5)))
struct CoffeeProviderTests {
    @Test func listIsFetched() async throws {
        let api = Provider<CoffeeAPI>.stub(.on(.hot, .json([CoffeeMenu.latte, CoffeeMenu.black])))

        let coffees = try await CoffeeManager(api: api).hotCoffees()

        #expect(coffees == [CoffeeMenu.latte, CoffeeMenu.black])
        #expect(Journal.current?.calls(of: CoffeeAPI.self).map(\.target) == [.hot])
    }

    @Test func wrongTypeHasItsOwnErrorCase() async throws {
        let api = Provider<CoffeeAPI>.stub(.on(.hot, .sample(.text(CoffeeMenu.wrongType))))

        let error = await #expect(throws: CoffeeError.self) { try await CoffeeManager(api: api).hotCoffees() }

        guard case .wrongType(let cause) = error else {
            Issue.record("\(error as Any)")
            return
        }
        #expect(cause.reason.contains("[0].id") || cause.reason.contains("0.id"), "\(cause.reason)")
    }

    @Test(arguments: [500, 503]) func failureOfTheServerHasItsStatus(status: Int) async throws {
        let api = Provider<CoffeeAPI>.stub(.on(.hot, .status(status)))

        let error = await #expect(throws: CoffeeError.self) { try await CoffeeManager(api: api).hotCoffees() }

        guard case .server(status) = error else {
            Issue.record("\(error as Any)")
            return
        }
    }

    @MainActor
    @Test func screenShowsListEmptyListAndErrors() async throws {
        let api = Provider<CoffeeAPI>.stub(
            .on(
                .hot,
                .inOrder(
                    .json([CoffeeMenu.latte, CoffeeMenu.black]),
                    .json([]),
                    .status(500),
                    .sample(.text(CoffeeMenu.wrongType)),
                    .networkError(URLError(.notConnectedToInternet))
                )
            )
        )
        let screen = CoffeeViewModel(manager: CoffeeManager(api: api))
        var shown: [String] = []

        for _ in 0..<5 {
            await screen.load()
            shown.append(screen.description)
        }

        #expect(
            shown == [
                "Latte, Black", "Sold out.", "The kitchen is closed (500).",
                "This version doesn't understand the menu. Please update.", "No response: notConnected.",
            ]
        )
    }

    @MainActor
    @Test func screenShowsLoading() async throws {
        let gate = SampleGate()
        let api = Provider<CoffeeAPI>.stub(.on(.hot, .json([CoffeeMenu.latte]).held(by: gate)))
        let screen = CoffeeViewModel(manager: CoffeeManager(api: api))

        let loading = Task { await screen.load() }
        await gate.waitForArrivals(atLeast: 1)
        #expect(screen.description == "Loading…")

        gate.release()
        await loading.value
        #expect(screen.description == "Latte")
    }
}
