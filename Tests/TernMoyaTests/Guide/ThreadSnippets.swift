import TernMoya

// Snippets of the guide of this module that don't import Tern.

private let gitHub = MoyaProvider<GitHub>()

@MainActor
final class Counter {
    var count = 0

    func load() {
        gitHub.request(.zen) { _ in self.count += 1 }
        gitHub.request(.zen, callbackQueue: .main) { _ in self.count += 1 }
    }
}

nonisolated final class LoggedProvider<Target: TargetType>: MoyaProvider<Target>, @unchecked Sendable {}
