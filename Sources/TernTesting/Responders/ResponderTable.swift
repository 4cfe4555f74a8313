import Foundation
import Tern

/// The entries of one double: finds the one for a request, makes its response, and reports mistakes to the journal.
///
/// These are findings: an entry that isn't valid, two entries for the same requests, an entry that is never used, a
/// request without an entry, a responder that throws, and the findings of ``RecordedSamples``.
struct ResponderTable: Sendable {
    /// The response of an entry.
    enum Answer: Sendable {
        case sample(SampleResponse)
        case responder(Responder)
    }

    struct Entry: Sendable {
        /// For findings, such as "The route `GET /users`".
        let name: String
        let matcher: Result<RequestMatcher, RequestPattern.Mistake>
        let answer: Answer
        let source: SourcePosition
        /// Whether an unused entry is a finding.
        var isExpected = true
        /// The requests, such as `GET /users`, for messages about a request with these rules.
        let text: @Sendable (Redaction) -> String

        /// An entry for all requests that no other entry fits.
        static func others(_ answer: Answer, at source: SourcePosition, expectedAs name: String? = nil) -> Entry {
            Entry(
                name: name ?? "otherwise",
                matcher: .success(.others),
                answer: answer,
                source: source,
                isExpected: name != nil
            ) { _ in "otherwise" }
        }
    }

    struct Match: Sendable {
        /// The request, with the case and the parameters of the entry.
        let request: RecordedRequest
        /// `nil` if no entry fits.
        fileprivate let row: Row?

        var isFound: Bool { row != nil }
    }

    fileprivate struct Row: Sendable {
        let entry: Entry
        let matcher: RequestMatcher
        let samples: RecordedSamples
        /// The number of the entry in the journal.
        let stub: Int?
    }

    private let rows: [Row]
    private let hasPatterns: Bool
    /// The findings about the entries that aren't valid.
    private let mistakes: [String]
    /// The name of the double, such as `StubSession`, and the word for its entries.
    private let double: (name: String, noun: String)
    private let journal: Journal?
    private let source: SourcePosition

    /// - Parameters:
    ///   - name: The double, such as `StubSession`.
    ///   - noun: The word for its entries. `route` by default.
    ///   - source: The place of the double.
    init(
        _ entries: [Entry],
        of name: String,
        noun: String = "route",
        isServer: Bool = false,
        journal: Journal?,
        source: SourcePosition
    ) {
        double = (name, noun)
        self.journal = journal
        self.source = source
        var rows: [Row] = []
        var mistakes: [String] = []
        for entry in entries {
            let matcher: RequestMatcher
            switch entry.matcher {
            case .success(let valid): matcher = valid
            case .failure(let mistake):
                let message = "\(entry.name) of the \(name) is not valid. \(mistake.reason)"
                journal?.report(Journal.Finding(.misuse, message, at: entry.source))
                mistakes.append(message)
                continue
            }
            if let first = rows.first(where: { $0.matcher.isEquivalent(to: matcher) })?.entry {
                let texts = (first.text(.default), first.source)
                journal?.report(Journal.Finding(duplicate: entry.text(.default), of: texts, at: entry.source))
                continue
            }
            rows.append(
                Row(
                    entry: entry,
                    matcher: matcher,
                    samples: RecordedSamples(journal: journal, at: entry.source, isServer: isServer),
                    stub: entry.isExpected ? journal?.add(stub: entry.name, expectedUses: 1, at: entry.source) : nil
                )
            )
        }
        (self.rows, self.mistakes) = (rows, mistakes)
        hasPatterns = rows.contains { $0.matcher.isPattern }
    }

    /// The entry for a request, which counts as used.
    func match(_ request: RecordedRequest) -> Match {
        guard let match = best(for: request) else { return Match(request: request, row: nil) }
        if let stub = match.row?.stub { journal?.use(stub) }
        return match
    }

    /// The response of the entry.
    ///
    /// - Parameter coders: The coders of the provider whose decoder reads the response. `nil` without one.
    /// - Throws: The error of the responder; `TernError` with code `.missingSample` if no entry fits.
    nonisolated(nonsending) func response(to match: Match, _ coders: SampleCoders? = nil) async throws -> SampleResponse
    {
        let request = match.request
        guard let row = match.row else { throw unmatched(request) }
        switch row.entry.answer {
        case .sample(let sample): return row.samples.response(of: sample, coders)
        case .responder(let responder):
            let sample: SampleResponse
            do {
                sample = try await responder(request)
            } catch {
                // A responder without a client may end with any error.
                if !Task.isCancelled {
                    journal?.report(Journal.Finding(thrown: error, by: "handler of \(request)", at: row.entry.source))
                }
                throw error
            }
            let subject = request.target.map(targetName) ?? request.methodAndPath
            return row.samples.response(of: sample, for: subject, coders)
        }
    }

    /// Reports a request that no entry fits. The error names the nearest entry.
    func unmatched(_ request: RecordedRequest) -> TernError {
        let rules = request.redaction
        let noun = double.noun
        var reason = "The \(double.name) has no \(noun) for `\(request)`. "
        if !mistakes.isEmpty { reason += mistakes.joined(separator: " ") + " " }
        let near = rows.compactMap { row in row.matcher.difference(from: request, shownBy: rules).map { (row, $0) } }
        // The first one of those with equal distances.
        if let (row, difference) = near.min(by: { $0.1.distance < $1.1.distance }) {
            if let stub = row.stub, difference.isOfBody { journal?.miss(stub) }
            let place = "`\(row.entry.text(rules))` (\(row.entry.source))"
            reason += "The nearest of its \(noun)s is \(place): \(difference)."
        } else {
            reason += "It has no \(noun)s."
        }
        var advice = "Add a \(noun) for it at \(source), or .otherwise for all other requests."
        if let target = request.target, !(target is any Equatable),
            rows.contains(where: { $0.matcher.target.map(targetName) == targetName(of: target) })
        {
            advice += " If requests for the case differ each time, declare \(type(of: target)) as Equatable."
        }
        let error = TernError(.missingSample, reason: reason, advice: advice)
        journal?.report(Journal.Finding(.unmatchedRequest, error.reasonAndAdvice, at: source))
        return error
    }

    // MARK: - Private

    private func best(for request: RecordedRequest) -> Match? {
        var pattern = hasPatterns ? RequestPattern(request) : nil
        // RFC 9110, section 9.3.2.
        for method in request.method == .head ? [.head, .get] : [request.method] {
            pattern?.method = method
            var best: Match?
            for row in rows {
                guard let match = row.matcher.match(request, pattern) else { continue }
                let details = row.matcher.specificity
                if let other = best?.row, !other.matcher.specificity.lexicographicallyPrecedes(details) { continue }
                best = Match(request: match, row: row)
            }
            if let best { return best }
        }
        return rows.first { $0.matcher.isEquivalent(to: .others) }.map { Match(request: request, row: $0) }
    }
}
