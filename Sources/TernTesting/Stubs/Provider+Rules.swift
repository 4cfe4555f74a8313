import Foundation
import Tern

extension Provider {
    /// A provider that is answered by rules, at once, and records into a journal.
    ///
    /// Where every case has an answer, the form with a closure is better: the compiler looks after it.
    ///
    /// - Parameters:
    ///   - rules: One for each case with its arguments.
    ///   - delay: How long each answer takes on `clock`. None by default.
    ///   - plugins: As those of any provider.
    ///   - trackInflights: As that of any provider.
    ///   - clock: As that of any provider.
    ///   - journal: That of the test which runs, by default.
    public static func stub(
        _ rules: StubRule<Target>...,
        delay: Duration = .zero,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Provider {
        let source = SourcePlace(fileID: fileID, filePath: filePath, line: line, column: column)
        let book = StubRules(rules, journal: journal, at: source)
        return answered(
            delay: delay,
            plugins: plugins,
            trackInflights: trackInflights,
            clock: clock,
            by: book.answer
        )
        .recorded(in: journal, fileID: fileID, filePath: filePath, line: line, column: column)
    }
}

/// The rules of one provider, and how far their scripts are.
private struct StubRules<Target: TargetType>: Sendable {
    private let rules: [(rule: StubRule<Target>, script: StubScript)]
    private let journal: Journal?
    private let source: SourcePlace

    init(_ rules: [StubRule<Target>], journal: Journal?, at source: SourcePlace) {
        self.journal = journal
        self.source = source
        self.rules = rules.map { ($0, $0.script(in: journal)) }
        for (index, rule) in rules.enumerated() {
            guard let first = rules[..<index].first(where: { $0.matches(rule.target) }) else { continue }
            let message = """
                There are two rules for \(rule.line), here and at \(first.source); the first one answers. Remove one, or \
                give one of them a list of answers.
                """
            journal?.report(Journal.Finding(.misuse, message, at: rule.source))
        }
    }

    @Sendable func answer(to target: Target) -> SampleResponse {
        if let found = rules.first(where: { $0.rule.matches(target) }) { return found.script.next() }
        let message = "No rule answers \(target.requestLine). " + nearest(to: target)
        journal?.report(Journal.Finding(.unmatchedRequest, message, at: source))
        return .networkError(TernError(.missingSample, reason: message))
    }

    /// The rules for the same case, or else all of them.
    private func nearest(to target: Target) -> String {
        let sameCase = rules.filter { targetName(of: $0.rule.target) == targetName(of: target) }
        let near = (sameCase.isEmpty ? rules : sameCase).prefix(5)
        guard !near.isEmpty else { return "There is no rule at all." }
        let what = sameCase.isEmpty ? "There are rules for other cases" : "Rules for the same case have other arguments"
        return "\(what): " + near.map { "\($0.rule.line) (\($0.rule.source))" }.joined(separator: ", ") + "."
    }
}
