import Foundation
import Tern

extension Cassette {
    /// Reports what has changed in the responses of the server since the recording. Values may differ, and so may the
    /// number of elements.
    func compare() throws(TestKitError) {
        guard let file else { return }
        var changes: [String] = []
        for (exchange, number) in exchanges(pairedWith: file) {
            let line = "\(exchange.request.method) \(redaction.text(ofURL: exchange.request.url))"
            guard let number else {
                changes.append("\(line) isn't recorded.")
                continue
            }
            let recorded = (try? file.exchange(number)) ?? file.entries[number].exchange
            changes += exchange.changes(since: recorded, except: ignored).map { "\(line) (entry \(number + 1)): \($0)" }
        }
        guard let journal else {
            guard !changes.isEmpty else { return }
            throw TestKitError(.changedServer, changes.joined(separator: "\n"))
        }
        // The cases of a parameterized test are compared one after the other.
        let isNew = state.withLock { state in changes.map { state.reported.insert($0).inserted } }
        for (change, isNew) in zip(changes, isNew) where isNew {
            journal.report(Journal.Finding(.changedServer, change, at: source))
        }
    }
}

extension CassetteExchange {
    /// What differs by its shape from the response of another exchange.
    fileprivate func changes(since old: CassetteExchange, except ignored: IgnoredParts) -> [String] {
        guard outcome == old.outcome else { return ["Received: \(outcome). Recorded: \(old.outcome)."] }
        let fields = [self, old].map { exchange in
            Set((exchange.head?.headers ?? [:]).map { $0.name.lowercased() })
                .subtracting(Self.volatileFields).subtracting(Self.framingFields)
                .filter { !ignored.hasField($0) }
        }
        var changes = fields[0].subtracting(fields[1]).sorted().map { "The field `\($0)` is new." }
        changes += fields[1].subtracting(fields[0]).sorted().map { "The field `\($0)` is gone." }
        // The test may have read only a part of a body.
        guard failure == nil, duration != nil, old.failure == nil else { return changes }
        switch (JSONShape(old.body), JSONShape(body)) {
        case (let old?, let new?): changes += new.changes(since: old, except: ignored.hasPath)
        case (.some, nil): changes.append("The body is no JSON any more.")
        case (nil, .some): changes.append("The body is JSON now.")
        case (nil, nil): break
        }
        return changes
    }

    /// Fields of the same body in different messages.
    private static let framingFields: Set<String> = ["connection", "content-length", "keep-alive", "transfer-encoding"]

    private var outcome: String {
        if let failure, failure.code != .cancelled, failure != .unread { return "the error \(failure.code)" }
        return head.map { "status \($0.status)" } ?? failure.map { "the error \($0.code)" } ?? "no response"
    }
}
