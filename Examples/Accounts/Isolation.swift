/// Where the view model lives that a story is told to.
nonisolated enum Isolation: CaseIterable {
    case nonisolated
    case mainActor

    func transform<Customers>(
        _ input: AccountsViewModel.Input<Customers>,
        with repository: AccountsRepository
    ) async -> AccountsViewModel.Output {
        switch self {
        case .nonisolated: AccountsViewModel(repository: repository).transform(input: input)
        case .mainActor: await MainActorAccountsViewModel(repository: repository).transform(input: input)
        }
    }
}
