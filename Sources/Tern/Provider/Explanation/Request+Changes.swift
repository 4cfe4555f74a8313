extension Request {
    /// The changes from another request to this one, one line each, without secrets.
    func changes(from other: Request) -> [String] {
        var changes: [String] = []
        if method != other.method { changes.append("sets the method \(method)") }
        if url != other.url { changes.append("sets the URL \(redaction.text(ofURL: url.absoluteString))") }
        changes += fieldChanges(from: other.headers)
        if bodyText != other.bodyText || body?.data != other.body?.data { changes.append("sets \(bodyText)") }
        if timeout != other.timeout { changes.append("sets \(timeout.map { "the timeout \($0)" } ?? "no timeout")") }
        if idleTimeout != other.idleTimeout {
            changes.append("sets \(idleTimeout.map { "the idle timeout \($0)" } ?? "no idle timeout")")
        }
        if delivery != other.delivery { changes.append("sets another delivery") }
        return changes.map { Redaction.printable(redaction.scrub($0, request: self)) }
    }

    private func fieldChanges(from other: HTTPHeaders) -> [String] {
        var names: [String] = []
        for name in (other.map(\.name) + headers.map(\.name))
        where !names.contains(where: { $0.isEqualIgnoringASCIICase(to: name) }) {
            names.append(name)
        }
        return names.compactMap { name in
            let values = headers.values(for: name)
            guard values != other.values(for: name) else { return nil }
            if values.isEmpty { return "removes \(name)" }
            let text = values.map { redaction.text(ofField: name, value: $0) }.joined(separator: ", ")
            return "sets \(name): \(text)"
        }
    }

    private var bodyText: String {
        guard let body else { return "no body" }
        return "a body of \(body.length.map { "\($0) bytes" } ?? "unknown length")"
    }
}
