/// The text that a screen shows for the list of coffees.
@MainActor
final class CoffeeViewModel {
    private(set) var description = "Nothing yet."
    private let manager: CoffeeManager

    init(manager: CoffeeManager) {
        self.manager = manager
    }

    func load() async {
        description = "Loading…"
        do {
            let coffees = try await manager.hotCoffees()
            description = coffees.isEmpty ? "Sold out." : coffees.map(\.title).joined(separator: ", ")
        } catch {
            switch error {
            case .wrongType: description = "This version doesn't understand the menu. Please update."
            case .server(let status): description = "The kitchen is closed (\(status))."
            case .noResponse(let reason): description = "No response: \(reason.code)."
            }
        }
    }
}
