import Tern

/// Turns the choice of a customer into the accounts to show. It has no state, and belongs to no actor.
nonisolated struct AccountsViewModel: Sendable {
    struct Input<Customers: AsyncSequence & Sendable>: Sendable where Customers.Element == String {
        /// Whose accounts to show from now on. A sequence that fails has ended.
        let customers: Customers
    }

    struct Output: Sendable {
        /// One for each customer whose answer comes before the next one is chosen.
        let models: AsyncStream<AccountsModel>
    }

    private let repository: AccountsRepository

    init(repository: AccountsRepository) {
        self.repository = repository
    }

    func transform<Customers>(input: Input<Customers>) -> Output {
        Output(models: input.customers.mapLatest(model))
    }

    // MARK: - Private

    @Sendable private func model(of customer: String) async -> AccountsModel? {
        do {
            return .accounts(try await repository.accounts(of: customer))
        } catch {
            return AccountsModel(error)
        }
    }
}
