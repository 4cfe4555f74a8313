import Testing

/// Runs at most a number of cases of a suite at a time.
final class CaseLimit: SuiteTrait, TestTrait, TestScoping {
    private actor Slots {
        private var free: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(_ count: Int) { free = count }

        func take() async {
            if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
        }

        func giveBack() {
            if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
        }
    }

    let isRecursive = true
    private let slots: Slots

    init(_ count: Int) { slots = Slots(count) }

    func scopeProvider(for test: Test, testCase: Test.Case?) -> CaseLimit? {
        testCase == nil ? nil : self
    }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await slots.take()
        let result: Result<Void, any Error>
        do { result = .success(try await function()) } catch { result = .failure(error) }
        await slots.giveBack()
        try result.get()
    }
}

extension Trait where Self == CaseLimit {
    static func casesAtATime(_ count: Int) -> CaseLimit { CaseLimit(count) }
}
