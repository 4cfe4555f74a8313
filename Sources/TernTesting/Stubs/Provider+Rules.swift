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
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public static func stub(
        _ rules: StubRule<Target>...,
        delay: Duration = .zero,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        Provider(plugins: plugins, trackInflights: trackInflights, clock: clock)
            .stubbed(rules, delay: delay, journal: journal, filePath: filePath, line: line)
    }

    /// Creates a provider whose responses come from rules in an array. The parameters are those of the form with single
    /// rules.
    public static func stub(
        _ rules: [StubRule<Target>],
        delay: Duration = .zero,
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        clock: any Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        Provider(plugins: plugins, trackInflights: trackInflights, clock: clock)
            .stubbed(rules, delay: delay, journal: journal, filePath: filePath, line: line)
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
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public func stubbed(
        _ rules: StubRule<Target>...,
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        stubbed(rules, delay: delay, journal: journal, filePath: filePath, line: line)
    }

    /// This provider with responses from rules in an array. The parameters are those of the form with single rules.
    public func stubbed(
        _ rules: [StubRule<Target>],
        delay: Duration = .zero,
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) -> Provider {
        let source = SourcePosition(filePath: filePath, line: line)
        let responses = StubRules(rules, journal: journal, at: source)
        return stubbed(after: delay) { responses.response(to: $0, $1, $2).arrivingInPieces }
            .recorded(in: journal, at: source)
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
            stub = rule.target.flatMap { target in
                journal?.add(stub: "The rule for \(targetName(of: target))", expectedUses: 1, at: rule.source)
            }
        }

        func response(
            to request: RecordedRequest,
            _ rules: Redaction,
            _ coders: SampleCoders
        ) -> SampleResponse {
            switch rule.response {
            case .sample(let sample): return samples.response(of: sample, coders)
            case .closure(let response):
                do {
                    return try samples.response(
                        for: "",
                        ofHandlerNamed: "closure of \(rule.line(shownBy: rules))",
                        coders
                    ) {
                        try response(request)
                    }
                } catch {
                    return .networkError(error)
                }
            }
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
            guard let first = rules[..<index].first(where: { $0.isEquivalent(to: rule) }) else { continue }
            journal?.report(Journal.Finding(duplicate: rule.line, of: (first.line, first.source), at: rule.source))
        }
    }

    func response(
        to target: Target,
        _ request: Request,
        _ coders: SampleCoders
    ) -> SampleResponse {
        let shown = request.redaction
        let found = rules.first { $0.rule.matches(target) } ?? rules.first { $0.rule.target == nil }
        if let found {
            if let journal, let stub = found.stub { journal.use(stub) }
            let recorded = RecordedRequest(request, target: target.innermost)
            return found.response(to: recorded, shown, coders)
        }
        let line = target.requestLine(shownBy: shown)
        let reason = "There is no rule for \(line). \(nearest(to: target, shownBy: shown))"
        var advice = "Add a rule for it to Provider.stub at \(source): .on(…, …), or .otherwise(…) for all other cases."
        if !(target is any Equatable), rules.contains(where: { $0.rule.hasCase(of: target) }) {
            advice += " If requests for the case differ each time, declare \(Target.self) as Equatable."
        }
        journal?.report(Journal.Finding(.unmatchedRequest, "\(reason) \(advice)", at: source))
        return .invalid(TernError(.missingSample, reason: reason, advice: advice))
    }

    /// Names the rule whose request has the fewest differences from that of the case, and the differences. A rule for
    /// the same case is nearer than all others.
    private func nearest(to target: Target, shownBy shown: Redaction) -> String {
        let near = rules.compactMap { entry in
            entry.rule.target.map { (entry, TargetDifference(between: $0, and: target, shownBy: shown)) }
        }
        // The first one of those with equal distances.
        guard let (entry, difference) = near.min(by: { $0.1.distance < $1.1.distance }) else {
            return "The provider has no rules."
        }
        let rule = entry.rule
        if let journal, let stub = entry.stub, difference.isOfBody { journal.miss(stub) }
        return "The nearest rule is for \(rule.line(shownBy: shown)) (\(rule.source)): \(difference)."
    }
}
