import Foundation
import Tern
import TernMoya
import Testing

/// The four steps of the guide's page on Moya, each with the same result.
@Suite(.timeLimit(.minutes(20)))
struct FourStepsTests {
    @Test func eachStepLoadsTheMenu() async throws {
        let provider = MoyaProvider<CoffeeAPI>(stubClosure: MoyaProvider.immediatelyStub)
        let menu = [DrinkOnTheMenu(title: "Latte")]

        var before: [DrinkOnTheMenu] = []
        loadMenu(from: provider) { before = (try? $0.get()) ?? [] }
        let between = try await drinksOnTheMenu(from: provider)
        let after = try await drinksOnTheMenu(
            from: Provider<CoffeeOfTern>(stubClosure: Provider.immediatelyStub)
        )

        #expect(before == menu)
        #expect(between == menu)
        #expect(after == menu)
    }
}
