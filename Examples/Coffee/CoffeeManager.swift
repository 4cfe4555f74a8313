import Tern

/// Fetches the list, and says what went wrong in the words of this program.
struct CoffeeManager: Sendable {
    private let api: any ProviderType<CoffeeAPI>

    init(api: any ProviderType<CoffeeAPI>) {
        self.api = api
    }

    func hotCoffees() async throws(CoffeeError) -> [Coffee] {
        do {
            return try await api.value(.hot)
        } catch {
            throw CoffeeError(error)
        }
    }
}

enum CoffeeError: Error {
    /// The list isn't what this program knows as one.
    case wrongType(TernError)
    /// The server has failed, with this status.
    case server(status: Int)
    /// There was no answer.
    case noAnswer(TernError)

    init(_ error: TernError) {
        switch (error.code, error.response?.statusCode) {
        case (.decodingFailed, _): self = .wrongType(error)
        case (.unacceptableStatus, let status?): self = .server(status: status)
        default: self = .noAnswer(error)
        }
    }
}
