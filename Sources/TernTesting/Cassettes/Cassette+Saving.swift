import Foundation
import Tern

extension Cassette {
    /// Writes what was recorded. Does nothing if nothing is recorded.
    ///
    /// The file is written under another name first, and replaces the old one as a whole. An exchange that is equal to
    /// the recorded one keeps its times, so that a file changes only where the server has.
    ///
    /// - Throws: `TestKitError` with code `.secretInCassette` if a secret is left, `.unwritableCassette` if the file
    ///   can't be written. The old file stays then. With the mode `.compare` and without a journal, `.changedServer` if
    ///   a response has another shape than the recorded one.
    public func save() throws(TestKitError) {
        if mode == .replay { return }
        if mode == .compare { return try compare() }
        let old = try earlierEntries()
        let exchanges = state.withLock(\.exchanges).filter { $0.head != nil || $0.failure != nil }
        var redaction = CassetteRedaction(redaction, firstNumber: mode == .recordMissing ? old.count * 100 + 1 : 1)
        let redacted = redaction.redacted(exchanges.map(\.markedAsPartial))
        var entries = zip(redacted, exchanges).map { HAREntry($0.withLength(insteadOf: $1), startedAt: start) }
        if mode == .record {
            for index in entries.indices { entries[index].keepTimes(ofEqual: old) }
        } else {
            entries = old + entries
        }
        let bytes: Data
        do {
            bytes = try HARFile.bytes(of: entries)
        } catch {
            throw TestKitError(.unwritableCassette, "\(url.lastPathComponent) can't be encoded.", underlying: error)
        }
        if let placeholder = redaction.table.firstSecret(in: bytes) {
            let advice = "Hide its name: Cassette(…, redaction: .default.hiding(…))."
            let message =
                "The secret with the placeholder \(placeholder) is left in \(url.lastPathComponent). \(advice)"
            throw TestKitError(.secretInCassette, message)
        }
        do {
            let folder = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try bytes.write(to: url, options: .atomic)
        } catch {
            throw TestKitError(.unwritableCassette, "\"\(url.path)\" can't be written.", underlying: error)
        }
    }

    // MARK: - Private

    /// The entries of the file before this recording, with the texts of their bodies.
    private func earlierEntries() throws(TestKitError) -> [HAREntry] {
        if let file = state.withLock(\.file) { return file.entries }
        // A file that can't be read is replaced.
        return (try? HARFile(contentsOf: url))?.entries ?? []
    }
}

extension CassetteExchange {
    /// A body that wasn't read to its end, because its reader left or the connection was lost, ends with an error.
    fileprivate var markedAsPartial: CassetteExchange {
        guard head != nil, duration == nil, failure == nil else { return self }
        var exchange = self
        exchange.failure = Failure(code: .connectionLost, reason: "The recording ends here: the body wasn't read on.")
        return exchange
    }

    /// This exchange with the length of its body, if the original one had that of the original body.
    fileprivate func withLength(insteadOf original: CassetteExchange) -> CassetteExchange {
        guard body.count != original.body.count,
            original.head?.headers["Content-Length"] == "\(original.body.count)"
        else { return self }
        var exchange = self
        exchange.head?.headers["Content-Length"] = "\(body.count)"
        return exchange
    }
}

extension HAREntry {
    /// Fields that differ from response to response, although nothing has changed.
    static let volatileFields: Set<String> = [
        "age", "cf-ray", "date", "expires", "request-id", "server-timing", "x-correlation-id", "x-request-id",
        "x-runtime",
    ]

    /// This entry without what differs from recording to recording.
    private var content: HAREntry {
        var entry = self
        (entry.startedDateTime, entry.time, entry.timings, entry._pieces) = (nil, nil, nil, nil)
        entry.response.headers?.removeAll { Self.volatileFields.contains($0.name.lowercased()) }
        return entry
    }

    fileprivate mutating func keepTimes(ofEqual old: [HAREntry]) {
        let content = content
        if let equal = old.first(where: { $0.request.url == request.url && $0.content == content }) { self = equal }
    }
}

extension HARFile {
    /// The entries with the texts of their bodies.
    fileprivate var entries: [HAREntry] {
        items.map { item in
            var entry = item.entry
            data.withUnsafeBytes { bytes in
                let text = { (place: Range<Int>?) in place.flatMap { try? JSONString(bytes, $0).text } }
                if let found = text(item.requestText) { entry.request.postData?.text = found }
                if let found = text(item.responseText) { entry.response.content?.text = found }
            }
            return entry
        }
    }

    /// A file with these entries.
    static func bytes(of entries: [HAREntry]) throws -> Data {
        struct File: Encodable {
            struct Creator: Encodable {
                let name = "Tern"
                let version = "0.1.0"
            }
            struct Log: Encodable {
                let version = "1.2"
                let creator = Creator()
                let entries: [HAREntry]
            }
            let log: Log
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(File(log: File.Log(entries: entries))) + Data("\n".utf8)
    }
}
