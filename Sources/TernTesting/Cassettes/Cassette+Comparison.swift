import Foundation
import Tern

extension Cassette {
    /// Reports what has changed in the responses of the server since the recording. Values may differ, and so may the
    /// number of elements.
    func compare() throws(TestKitError) {
        guard let file = state.withLock(\.file) else { return }
        var index = state.withLock { $0.index(matching, redaction) }
        var used: Set<Int> = []
        var changes: [String] = []
        for exchange in state.withLock(\.exchanges) where exchange.head != nil || exchange.failure != nil {
            let line = "\(exchange.request.method) \(redaction.text(ofURL: exchange.request.url))"
            let numbers = index.numbersHidingSecrets(of: exchange.request, exchange.target)
            guard let number = numbers.first(where: { !used.contains($0) }) else {
                changes.append("\(line) isn't recorded.")
                continue
            }
            used.insert(number)
            let item = file.items[number]
            let found = exchange.changes(since: item.entry, body: (try? file.responseBody(of: item)) ?? Data())
            changes += found.map { "\(line) (entry \(number + 1)): \($0)" }
        }
        guard let journal else {
            guard !changes.isEmpty else { return }
            throw TestKitError(.changedServer, changes.joined(separator: "\n"))
        }
        for change in changes { journal.report(Journal.Finding(.changedServer, change, at: source)) }
    }
}

extension CassetteExchange {
    /// What differs by its shape from the recorded response with this body.
    fileprivate func changes(since old: HAREntry, body oldBody: Data) -> [String] {
        let status = head?.status ?? 0
        guard status == old.response.status else {
            let texts = [status, old.response.status].map { $0 == 0 ? "none" : "\($0)" }
            return ["The status is \(texts[0]), and was \(texts[1])."]
        }
        let fields = [head?.headers ?? [:], HTTPHeaders(old.response.headers)].map { headers in
            Set(headers.map { $0.name.lowercased() }).subtracting(HAREntry.volatileFields)
        }
        var changes = fields[0].subtracting(fields[1]).sorted().map { "The field `\($0)` is new." }
        changes += fields[1].subtracting(fields[0]).sorted().map { "The field `\($0)` is gone." }
        switch (JSONShape(oldBody), JSONShape(body)) {
        case (let old?, let new?): changes += new.changes(since: old)
        case (.some, nil): changes.append("The body is no JSON any more.")
        case (nil, .some): changes.append("The body is JSON now.")
        case (nil, nil): break
        }
        return changes
    }
}
