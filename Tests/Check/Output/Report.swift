import Foundation

/// The report for an issue, in Markdown.
struct Report: Sendable {
    let path: String
    let facts: SystemFacts
    /// The text of `--only`.
    var only: String?

    /// Replaces the file.
    ///
    /// - Returns: Whether it could be written.
    @discardableResult
    func write(_ state: CheckState) -> Bool {
        FileManager.default.createFile(atPath: path, contents: Data(text(of: state).utf8))
    }

    /// At most 60,000 characters, since a comment of GitHub has at most 65,536.
    func text(of state: CheckState) -> String {
        let sections = [
            heading(of: state), table(of: facts.rows(only: only)), ResultTable(state).markdown, running(in: state),
            failures(in: state), slowest(in: state), skipped(in: state),
        ]
        let text = sections.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
        return String(facts.redaction.apply(to: text).prefix(60_000))
    }

    // MARK: - Private

    private func heading(of state: CheckState) -> String {
        state.isComplete ? "# tern-check\n\n\(Display.sentence(state))" : "# tern-check has not finished"
    }

    private func table(of rows: [(String, String)]) -> String {
        (["| | |", "| --- | --- |"] + rows.map { "| \($0) | \($1) |" }).joined(separator: "\n")
    }

    private func running(in state: CheckState) -> String {
        guard !state.isComplete, !state.running.isEmpty else { return "" }
        let names = state.running.map { "- \(state.parts[$0.part].name): \($0.name)" }
        return "## Running\n\nIf the process has ended, it ended during one of these checks:\n\n"
            + names.joined(separator: "\n")
    }

    private func failures(in state: CheckState) -> String {
        let all = state.parts.flatMap { part in part.failures.map { (part.name, $0) } }
        let texts = all.enumerated().map { index, item in
            let (part, failure) = item
            // So many failures have one cause.
            let text = index < 30 ? failure.text : "(not shown)"
            let lines = String(text.prefix(1_000)).split(separator: "\n").map { "    \($0)" }
            return "### \(part): \(failure.name)\n\n\(lines.joined(separator: "\n"))"
        }
        return texts.isEmpty ? "" : (["## Failed"] + texts).joined(separator: "\n\n")
    }

    private func slowest(in state: CheckState) -> String {
        let lines = state.slowest.filter { $0.time > .seconds(1) }.map { "- \(Display.seconds($0.time)): \($0.name)" }
        return lines.isEmpty ? "" : "## Slowest\n\n" + lines.joined(separator: "\n")
    }

    /// Grouped by reason.
    private func skipped(in state: CheckState) -> String {
        var reasons: [String] = []
        var names: [String: [String]] = [:]
        for part in state.parts {
            for skip in part.skipped {
                let reason = "\(part.name): \(skip.reason)"
                if names[reason] == nil { reasons.append(reason) }
                names[reason, default: []].append(skip.name)
            }
        }
        guard !reasons.isEmpty else { return "" }
        return "## Skipped\n\n"
            + reasons.map { reason in
                ([reason + "\n"] + (names[reason] ?? []).map { "- \($0)" }).joined(separator: "\n")
            }.joined(separator: "\n\n")
    }
}
