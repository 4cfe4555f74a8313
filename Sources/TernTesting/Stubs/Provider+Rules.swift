import Foundation
import Tern

extension Provider {
    /// Creates a provider whose responses come from rules, without delay by default. It records every call into a
    /// journal.
    ///
    /// If every case has a response, prefer the form with a closure: the compiler then checks that no case is missing.
    ///
    /// - Parameters:
    ///   - rules: One rule for each case with its arguments.
    ///   - delay: Delay of each response on `clock`. Zero by default.
    ///   - plugins: The plugins of the provider, as in its initializer.
    ///   - trackInflights: Whether equal requests share one attempt, as in the initializer of the provider.
    ///   - clock: The clock of the provider, as in its initializer.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - fileID: The module and the file that findings report. The caller's by default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - column: The column that findings report. The caller's by default.
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
        Provider(plugins: plugins, trackInflights: trackInflights, clock: clock).stubbed(
            rules,
            delay: delay,
            journal: journal,
            at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    /// This provider with responses from rules, instead of the network or the samples of its targets. It records every
    /// call into a journal.
    ///
    /// The result has the endpoint closure, the request closure, the plugins, the configuration and the clock of this
    /// provider. A request without a rule fails with `TernError.Code.missingSample`.
    ///
    /// - Parameters:
    ///   - rules: One rule for each case with its arguments.
    ///   - delay: Delay of each response on the provider's clock. Zero by default.
    ///   - journal: The journal that records the calls. ``Journal/current``, the journal of the running test, by
    ///     default.
    ///   - fileID: The module and the file that findings report. The caller's by default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - column: The column that findings report. The caller's by default.
    public func stubbed(
        _ rules: StubRule<Target>...,
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> Provider {
        stubbed(
            rules,
            delay: delay,
            journal: journal,
            at: SourcePosition(fileID: fileID, filePath: filePath, line: line, column: column)
        )
    }

    private func stubbed(
        _ rules: [StubRule<Target>],
        delay: Duration,
        journal: Journal?,
        at source: SourcePosition
    ) -> Provider {
        let responses = StubRules(rules, journal: journal, at: source)
        return stubbed(after: delay) { responses.response(to: $0).arrivingInPieces }.recorded(in: journal, at: source)
    }
}

/// The rules of one provider.
private struct StubRules<Target: TargetType>: Sendable {
    private struct Entry: Sendable {
        let rule: StubRule<Target>
        let samples: RecordedSamples
        /// The number of the rule in the journal.
        let stub: Int?

        init(_ rule: StubRule<Target>, journal: Journal?) {
            self.rule = rule
            samples = RecordedSamples(journal: journal, at: rule.source)
            let name = "The rule for \(targetName(of: rule.target))"
            stub = journal?.add(stub: name, expectedUses: 1, at: rule.source)
        }
    }

    private let rules: [Entry]
    private let journal: Journal?
    private let source: SourcePosition

    init(_ rules: [StubRule<Target>], journal: Journal?, at source: SourcePosition) {
        self.journal = journal
        self.source = source
        self.rules = rules.map { Entry($0, journal: journal) }
        for (index, rule) in rules.enumerated() {
            guard let first = rules[..<index].first(where: { $0.matches(rule.target) }) else { continue }
            journal?.report(Journal.Finding(duplicate: rule.line, of: (first.line, first.source), at: rule.source))
        }
    }

    @Sendable func response(to target: Target) -> SampleResponse {
        if let found = rules.first(where: { $0.rule.matches(target) }) {
            if let journal, let stub = found.stub { journal.use(stub) }
            return found.samples.response(of: found.rule.sample)
        }
        let reason = "There is no rule for \(target.requestLine). \(nearest(to: target))"
        let advice = "Add a rule for it to Provider.stub at \(source): .on(…, …)."
        journal?.report(Journal.Finding(.unmatchedRequest, "\(reason) \(advice)", at: source))
        return .invalid(TernError(.missingSample, reason: reason, advice: advice))
    }

    /// Lists the rules for the same case. If there are none, lists all rules.
    private func nearest(to target: Target) -> String {
        let sameCase = rules.filter { targetName(of: $0.rule.target) == targetName(of: target) }
        let near = (sameCase.isEmpty ? rules : sameCase).prefix(5)
        guard !near.isEmpty else { return "The provider has no rules." }
        let what = sameCase.isEmpty ? "There are rules for other cases" : "Rules for the same case have other arguments"
        return "\(what): " + near.map { "\($0.rule.line) (\($0.rule.source))" }.joined(separator: ", ") + "."
    }
}
