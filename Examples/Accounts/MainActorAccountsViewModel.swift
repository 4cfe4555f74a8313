import Tern

/// The same view model on the main actor, with state that a view can observe.
@MainActor
final class MainActorAccountsViewModel {
    typealias Input = AccountsViewModel.Input
    typealias Output = AccountsViewModel.Output

    private(set) var isLoading = false
    private let repository: AccountsRepository

    init(repository: AccountsRepository) {
        self.repository = repository
    }

    func transform<Customers>(input: Input<Customers>) -> Output {
        Output(models: input.customers.mapLatest(model))
    }

    // MARK: - Private

    private func model(of customer: String) async -> AccountsModel? {
        isLoading = true
        // `mapLatest` starts the next call only after the cancelled call has ended, so this doesn't reset the state of
        // the next call.
        defer { isLoading = false }
        do {
            return .accounts(try await repository.accounts(of: customer))
        } catch {
            return AccountsModel(error)
        }
    }
}
