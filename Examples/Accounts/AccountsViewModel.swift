import Tern

/// Turns the selected customer into the accounts to show. It has no state, and isn't isolated to an actor.
nonisolated struct AccountsViewModel: Sendable {
    struct Input<Customers: AsyncSequence & Sendable>: Sendable where Customers.Element == String {
        /// The selected customers. A failure ends the sequence.
        let customers: Customers
    }

    struct Output: Sendable {
        /// One model for each customer whose response arrives before the next selection.
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
