struct Coffee: Codable, Hashable, Sendable {
    let id: Int
    let title: String
    let ingredients: [String]
}
