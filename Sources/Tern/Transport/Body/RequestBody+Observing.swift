import Foundation

extension RequestBody {
    /// The largest streamed body that an observer receives.
    private static let maximumObservedBytes = 16 * 1024 * 1024

    /// This body with an observer: `receive` is called with all bytes each time the body has been sent completely. It
    /// isn't called for a body in memory, or for a body of more than 16 MiB.
    func observed(by receive: @escaping @Sendable (Data) -> Void) -> RequestBody {
        let write: Writer
        switch source {
        case .data: return self
        case .file(_, let writer), .stream(let writer): write = writer
        }
        let observing: Writer = { send in
            let copy = Locked<Data?>(Data())
            try await write { chunk in
                copy.withLock { copy in
                    let hasRoom = (copy?.count ?? .max) <= Self.maximumObservedBytes - chunk.count
                    if hasRoom { copy?.append(chunk) } else { copy = nil }
                }
                try await send(chunk)
            }
            if let body = copy.withLock(\.self) { receive(body) }
        }
        let source = fileURL.map { Source.file($0, observing) } ?? .stream(observing)
        return RequestBody(
            length: length,
            isReplayable: isReplayable,
            contentType: contentType,
            source: source,
            use: use
        )
    }
}
