import Tern

/// The same on the main actor, with state that a view can look at.
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
        // A call that is superseded has ended before the next one begins, so it can't undo what that one has set.
        defer { isLoading = false }
        do {
            return .accounts(try await repository.accounts(of: customer))
        } catch {
            return AccountsModel(error)
        }
    }
}
