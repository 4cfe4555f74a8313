import Foundation
import Tern

extension Cassette {
    /// Writes what was recorded. Does nothing if nothing is recorded.
    ///
    /// The file is written under another name first, and replaces the old one as a whole. An exchange that is equal to
    /// the recorded one keeps its times, so that a file changes only where the server has.
    ///
    /// - Throws: `TestKitError` with code `.secretInCassette` if a secret is left, `.unwritableCassette` if no request was
    ///   made or the file can't be written. The old file stays then. With the mode `.compare` and without a journal,
    ///   `.changedServer` if a response has another shape than the recorded one.
    public func save() throws(TestKitError) {
        if mode == .replay { return }
        if mode == .compare { return try compare() }
        guard mode != .record || !state.withLock(\.exchanges).isEmpty else {
            let advice = "Make the provider of the test with .played(), or remove the cassette."
            throw TestKitError(.unwritableCassette, "\(url.lastPathComponent) has recorded no request. \(advice)")
        }
        // A file that can't be read is replaced.
        let old = file ?? (try? HARFile(contentsOf: url))
        let pairs = exchanges(pairedWith: mode == .record ? old : nil)
        var redaction = CassetteRedaction(redaction)
        let kept = mode == .recordMissing ? old : nil
        let redacted = redaction.redacted(
            pairs.map(\.exchange.markedAsPartial),
            after: kept?.entries.indices.compactMap { try? kept?.exchange($0) } ?? []
        )
        let entries: [Data]
        do {
            entries = try zip(redacted, pairs).map { exchange, pair in
                let exchange = exchange.withLength(insteadOf: pair.exchange)
                if let old, let number = pair.number, let earlier = try? old.exchange(number),
                    exchange.isRepetition(of: earlier)
                {
                    return old.data[old.entries[number].place]
                }
                return try HAREntry.json(of: exchange, startedAt: start)
            }
        } catch {
            throw TestKitError(.unwritableCassette, "\(url.lastPathComponent) can't be encoded.", underlying: error)
        }
        let bytes = kept?.bytes(adding: entries) ?? HARFile.bytes(of: entries)
        if bytes == old?.data { return }
        if let placeholder = redaction.table.firstSecret(in: bytes) {
            let advice = "Hide its name: Cassette(…, redaction: .default.hiding(…))."
            let message =
                "The secret with the placeholder \(placeholder) is left in \(url.lastPathComponent). \(advice)"
            throw TestKitError(.secretInCassette, message)
        }
        do {
            // A link stays, and its file is replaced.
            let file = url.resolvingSymlinksInPath()
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try bytes.write(to: file, options: .atomic)
        } catch {
            let message = "\"\(url.path)\" can't be written: \(error.localizedDescription)"
            throw TestKitError(.unwritableCassette, message, underlying: error)
        }
    }

    /// The finished exchanges, each with the number of the older exchange that has an equal request, except for secrets.
    ///
    /// They have the order of the older recording, so that concurrent calls don't change it. One without a number follows
    /// the one before it.
    func exchanges(pairedWith old: HARFile?) -> [(exchange: CassetteExchange, number: Int?)] {
        var index = old.map { CassetteIndex($0, matching, redaction) }
        var used: Set<Int> = []
        var position = -1
        let exchanges = state.withLock(\.exchanges).filter { $0.head != nil || $0.failure != nil }
        let pairs = exchanges.enumerated().map { offset, exchange in
            let number = index?.nextHidingSecrets(exchange.request, exchange.target, except: used)
            if let number {
                used.insert(number)
                position = number
            }
            return (exchange: exchange, number: number, place: (position, offset))
        }
        return pairs.sorted { $0.place < $1.place }.map { ($0.exchange, $0.number) }
    }
}

extension CassetteExchange {
    /// A body that wasn't read to its end, because its reader left or the connection was lost, ends with an error.
    fileprivate var markedAsPartial: CassetteExchange {
        guard head != nil, duration == nil, failure == nil else { return self }
        var exchange = self
        exchange.failure = Failure.unread
        return exchange
    }

    /// This exchange with the lengths of its body and of its pieces, if the original one had those of the original body.
    fileprivate func withLength(insteadOf original: CassetteExchange) -> CassetteExchange {
        guard body.count != original.body.count else { return self }
        var exchange = self
        if head?.headers["Content-Length"] == "\(original.body.count)" {
            exchange.head?.headers["Content-Length"] = "\(body.count)"
        }
        var (originalEnd, end) = (0, 0)
        for index in pieces.indices where !original.body.isEmpty {
            let start = end
            originalEnd += pieces[index].bytes
            end = Int(Double(originalEnd) / Double(original.body.count) * Double(body.count))
            exchange.pieces[index].bytes = end - start
        }
        return exchange
    }

    /// Fields that differ from response to response, although nothing has changed.
    static let volatileFields: Set<String> = [
        "age", "cf-ray", "date", "expires", "request-id", "server-timing", "x-correlation-id", "x-request-id",
        "x-runtime",
    ]

    /// Whether all but the times is equal.
    fileprivate func isRepetition(of old: CassetteExchange) -> Bool {
        let fields = [self, old].map { exchange in
            HTTPHeaders((exchange.head?.headers ?? [:]).filter { !Self.volatileFields.contains($0.name.lowercased()) })
        }
        return request == old.request && target == old.target && head?.status == old.head?.status
            && fields[0] == fields[1] && body == old.body && trailers == old.trailers
            && failure?.code == old.failure?.code && failure?.reason == old.failure?.reason
    }
}
