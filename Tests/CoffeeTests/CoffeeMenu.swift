@testable import coffee

/// The responses of the doubles on all levels.
enum CoffeeMenu {
    static let latte = Coffee(id: 1, title: "Latte", ingredients: ["Espresso", "Milk"])
    static let black = Coffee(id: 2, title: "Black", ingredients: ["Coffee"])

    /// Here `id` isn't a number.
    static let wrongType = #"[{"id": "one", "title": "Latte", "ingredients": []}]"#
}
