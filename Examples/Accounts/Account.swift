nonisolated struct Account: Codable, Hashable, Sendable {
    let owner: String
    let name: String
    let cents: Int
}
