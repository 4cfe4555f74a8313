import Foundation
import Tern

/// The routes of one double. It finds the route of a request, and reports problems to the journal.
struct RouteTable<Value: Sendable>: Sendable {
    struct Entry: Sendable {
        let route: StubRoute
        let value: Value
        /// Whether an unused route is a finding.
        var isExpected = true
    }

    struct Match {
        let value: Value
        /// The request, with the case and the parameters of the route.
        let request: RecordedRequest
        /// The number of the route in the journal.
        fileprivate let stub: Int?
    }

    private struct Row: Sendable {
        let text: String
        let source: SourcePosition
        let pattern: RoutePattern
        let target: (any TargetType)?
        let value: Value
        let stub: Int?
    }

    private let rows: [Row]
    /// The route of all other requests. `nil` if there is none.
    private let otherwise: (text: String, source: SourcePosition, value: Value)?
    /// The texts of the routes that aren't valid, with the reasons.
    private let mistakes: [String]
    /// The name of the double for messages, such as `StubSession`.
    private let double: String
    private let journal: Journal?

    /// - Parameter serverURL: The URL of a server, which replaces the base URL of a case. `nil` for a session.
    init(_ entries: [Entry], of double: String, at serverURL: URL?, journal: Journal?, source: SourcePosition) {
        self.double = double
        self.journal = journal
        var rows: [Row] = []
        var mistakes: [String] = []
        var otherwise: (text: String, source: SourcePosition, value: Value)?
        for entry in entries {
            let text = entry.route.text(at: serverURL)
            let place = entry.route.source ?? source
            do throws(RoutePattern.Mistake) {
                let pattern = try entry.route.pattern(at: serverURL)
                guard let pattern else {
                    if let first = otherwise {
                        journal?.report(Journal.Finding(duplicate: text, of: (first.text, first.source), at: place))
                    } else {
                        otherwise = (text, place, entry.value)
                    }
                    continue
                }
                if let first = rows.first(where: { $0.pattern.isEquivalent(to: pattern) }) {
                    journal?.report(Journal.Finding(duplicate: text, of: (first.text, first.source), at: place))
                    continue
                }
                let stub =
                    entry.isExpected ? journal?.add(stub: "The route `\(text)`", expectedUses: 1, at: place) : nil
                rows.append(
                    Row(
                        text: text,
                        source: place,
                        pattern: pattern,
                        target: entry.route.target,
                        value: entry.value,
                        stub: stub
                    )
                )
            } catch {
                let message = "The route `\(text)` of the \(double) is not valid. \(error.reason)"
                journal?.report(Journal.Finding(.misuse, message, at: place))
                mistakes.append(message)
            }
        }
        self.rows = rows
        self.otherwise = otherwise
        self.mistakes = mistakes
    }

    /// The route of a request. `nil` if no route matches.
    func match(_ request: RecordedRequest) -> Match? {
        var pattern = RoutePattern(request)
        if let match = match(request, pattern) { return match }
        if request.method == .head {
            pattern.method = .get
            if let match = match(request, pattern) { return match }
        }
        return otherwise.map { Match(value: $0.value, request: request, stub: nil) }
    }

    private func match(_ request: RecordedRequest, _ pattern: RoutePattern) -> Match? {
        var best: (row: Row, parameters: [String: String])?
        for row in rows {
            guard let parameters = row.pattern.parameters(of: pattern) else { continue }
            if let best, !best.row.pattern.specificity.lexicographicallyPrecedes(row.pattern.specificity) { continue }
            best = (row, parameters)
        }
        guard let best else { return nil }
        var request = request
        request.target = best.row.target
        request.parameters = best.parameters
        return Match(value: best.row.value, request: request, stub: best.row.stub)
    }

    /// Records that a request uses the route.
    func use(_ match: Match) {
        if let stub = match.stub { journal?.use(stub) }
    }

    /// The message for a request that matches no route. It lists the most similar routes.
    func message(forUnmatched request: RecordedRequest) -> String {
        var lines = ["The \(double) has no route for `\(request)`."]
        if rows.isEmpty { lines[0] += " It has no routes." }
        lines += mistakes
        let nearest = rows.map { RouteDifference(between: $0.pattern, and: request) }.enumerated()
            .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }.prefix(3)
        if !nearest.isEmpty {
            lines.append(rows.count > 3 ? "The most similar of its \(rows.count) routes:" : "Its routes:")
            lines += nearest.map { "  \(rows[$0.offset].text): \($0.element.texts.joined(separator: "; "))" }
        }
        return lines.joined(separator: "\n")
    }
}
