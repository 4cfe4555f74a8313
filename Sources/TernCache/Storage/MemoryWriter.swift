import Foundation
import Tern

/// Collects the body of one response for a ``MemoryStore``.
final class MemoryWriter: CacheWriter {
    private let response: StoredResponse
    private let key: CacheKey
    private let store: MemoryStore
    private let limit: Int
    /// `nil` if the body is too long, or was given up.
    private let body: Guarded<Data?>
    private let number: UInt64

    /// - Parameter limit: The length of the longest body that is stored.
    init(_ response: StoredResponse, _ key: CacheKey, _ store: MemoryStore, limit: Int) {
        self.response = response
        self.key = key
        self.store = store
        self.limit = limit
        let body = Guarded<Data?>(Data())
        self.body = body
        number = store.begin { body.withLock { $0 = nil } }
    }

    deinit {
        store.end(number)
    }

    func append(_ piece: Data) {
        let isKept = body.withLock { body in
            guard let count = body?.count, piece.count <= limit - count else {
                body = nil
                return false
            }
            body?.append(piece)
            return true
        }
        if isKept { store.add(piece.count, to: number) } else { store.end(number) }
    }

    func commit(trailers: HTTPHeaders, _ fill: Fill) {
        store.end(number)
        guard !fill.isVoid else { return }
        let whole = body.withLock { $0.take() }.map { StoredResponse(response, body: .data($0), trailers: trailers) }
        if let whole, store.takes(whole, for: key) {
            store.insert(whole, for: key, fill)
        } else {
            store.removeOlder(than: response, for: key)
        }
    }
}
