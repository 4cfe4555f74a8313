@testable import coffee

/// What the doubles of all heights answer.
enum CoffeeMenu {
    static let latte = Coffee(id: 1, title: "Latte", ingredients: ["Espresso", "Milk"])
    static let black = Coffee(id: 2, title: "Black", ingredients: ["Coffee"])

    /// `id` is no number here.
    static let wrongType = #"[{"id": "one", "title": "Latte", "ingredients": []}]"#
}
