import Tern

/// Fetches accounts with any provider, live or stubbed.
nonisolated struct AccountsRepository: Sendable {
    private let api: any ProviderType<AccountsAPI>

    init(api: any ProviderType<AccountsAPI>) {
        self.api = api
    }

    func accounts(of customer: String) async throws(TernError) -> [Account] {
        try await api.value(.accounts(of: customer))
    }
}
