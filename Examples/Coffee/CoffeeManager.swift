import Tern

/// Fetches the coffees, and converts failures into this program's errors.
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
    /// The response can't be decoded as a list of coffees.
    case wrongType(TernError)
    /// The server responded with this error status.
    case server(status: Int)
    /// There was no response.
    case noResponse(TernError)

    init(_ error: TernError) {
        switch (error.code, error.response?.statusCode) {
        case (.decodingFailed, _): self = .wrongType(error)
        case (.unacceptableStatus, let status?): self = .server(status: status)
        default: self = .noResponse(error)
        }
    }
}
