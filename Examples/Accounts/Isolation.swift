/// The isolation of the view model in a scenario.
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
