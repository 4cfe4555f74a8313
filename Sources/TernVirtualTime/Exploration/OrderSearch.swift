/// The orders of an exploration, one after another.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct OrderSearch {
    /// An order that has one more change than another branch.
    private struct Branch {
        let parent: Int
        let place: Choice.Place
        let index: Int
        /// The position of the first choice of the run that may also be changed.
        let next: Int
        let changes: Int
    }

    private let strategy: VirtualScheduler.Strategy
    private let jitter: TimerJitter
    /// The remaining branches of a systematic search. Branches with fewer changes come first.
    private var branches: [Branch] = []
    /// The branch that runs next. -1 for the order of arrival.
    private var nextBranch = -1
    private var isCut = false
    private var hasReplayed = false

    /// The maximum number of branches. It limits the memory that a search of long runs uses.
    private static let maximumBranches = 1_000_000

    init(_ strategy: VirtualScheduler.Strategy, jitter: TimerJitter) {
        self.strategy = strategy
        self.jitter = jitter
    }

    /// Whether every order has been tried.
    var isComplete: Bool {
        if case .systematic = strategy.kind { nextBranch == branches.count && !isCut } else { false }
    }

    /// - Returns: The next order. `nil` if every order has been tried.
    /// - Throws: `TestKitError` if the text of a replay can't be read.
    mutating func order(seed: UInt64) throws(TestKitError) -> Order? {
        switch strategy.kind {
        case .random:
            return .random(seed: seed, jitter: jitter)
        case .priorities(let depth):
            return .priorities(seed: seed, depth: depth, jitter: jitter)
        case .systematic:
            guard nextBranch < branches.count else { return nil }
            defer { nextBranch += 1 }
            return .scripted(script(of: nextBranch), jitter: jitter)
        case .replay(let text):
            guard let script = Choice.script(text) else { throw TestKitError.invalidReplay(text) }
            defer { hasReplayed = true }
            return hasReplayed ? nil : .scripted(script, jitter: jitter)
        }
    }

    /// Adds the orders that differ from the last run in one more choice, after its last change. In this way, each order
    /// is tried once.
    mutating func addBranches(of run: [Choice]) {
        guard case .systematic(let maximum) = strategy.kind else { return }
        let parent = nextBranch - 1
        let (next, changes) = parent < 0 ? (0, 0) : (branches[parent].next, branches[parent].changes)
        guard changes < maximum ?? .max else { return }
        for (position, choice) in run.enumerated().dropFirst(next) {
            for index in choice.alternatives {
                guard branches.count < Self.maximumBranches else {
                    isCut = true
                    return
                }
                branches.append(
                    Branch(parent: parent, place: choice.place, index: index, next: position + 1, changes: changes + 1)
                )
            }
        }
    }

    // MARK: - Private

    private func script(of branch: Int) -> [Choice.Place: Int] {
        var script: [Choice.Place: Int] = [:]
        var branch = branch
        while branch >= 0 {
            script[branches[branch].place] = branches[branch].index
            branch = branches[branch].parent
        }
        return script
    }
}

extension TestKitError {
    fileprivate static func invalidReplay(_ text: String) -> TestKitError {
        TestKitError(
            .invalidReplay,
            "“\(text)” is not the replay of an exploration. Copy the text of the failure, such as `r3.1 d0.12`."
        )
    }
}
