import Foundation
import Tern
import TernMoya

extension Call<TernTarget<CoffeeAPI>, [DrinkOnTheMenu]> {
    static func menu(page: Int) -> Self { .init(TernTarget(.menu(page: page))) }
}

func drinksOnTheMenu(from provider: MoyaProvider<CoffeeAPI>) async throws -> [DrinkOnTheMenu] {
    try await provider.tern.value(.menu(page: 1))
}
