import Foundation

struct User: Decodable, Sendable {
    let login: String
    let name: String?
    let followers: Int
    let createdAt: Date
}

struct Repository: Decodable, Sendable {
    let name: String
    let description: String?
    let stargazersCount: Int
}

enum RepositorySort: String, Encodable, Sendable {
    case created, updated, pushed
    case fullName = "full_name"
}

struct RepositoryName: Sendable {
    let owner: String
    let name: String
}

nonisolated struct IssueDraft: Codable, Hashable, Sendable {
    var title: String
    var body: String
}

struct Issue: Decodable, Sendable {
    let number: Int
    let title: String
    let state: String
}
