import Foundation
import Tern

/// An HTTP cache for one app or one person (RFC 9111: a private cache).
///
/// ```swift
/// let cache = HTTPCache(staleOnFailure: .seconds(86_400))
/// let github = Provider<GitHub>(transport: .platform.cached(by: cache))
/// ```
///
/// Responses to GET are stored as their fields say, and requests for them receive the stored response while it is fresh.
/// A stale response is validated with the server. Requests with HEAD, and for a range, also receive stored responses to
/// GET. The body of a QUERY is a part of its key. A successful request with an unsafe method makes the stored responses
/// of its URL invalid.
///
/// Requests with different `Authorization` or `Cookie` fields never share a response. Nothing else separates accounts: if
/// responses depend on a key in another field, or on the cookies or the client certificate of an engine, use `partition`,
/// or a cache for each account.
public final class HTTPCache: Sendable {
    /// Where responses are stored on a disk, so that they are there after a restart.
    ///
    /// Several processes may use one folder. What one of them removes, the others no longer return a second later. The
    /// files can be read by the user alone, and contain responses as they were received. A failure of the disk is never
    /// an error of a call: a response that can't be read or written counts as not stored.
    public struct Disk: Sendable {
        /// Created when it is missing. A folder of caches is a good place, since the system may remove it at any time.
        public var folder: URL
        /// The bytes of all files, with those of bodies that are being stored. 256 MiB by default.
        public var maximumBytes: Int

        /// Describes a tier on a disk.
        ///
        /// - Parameters:
        ///   - folder: A file URL.
        ///   - maximumBytes: The bytes of all files. 256 MiB by default.
        public init(folder: URL, maximumBytes: Int = 256 * 1024 * 1024) {
            self.folder = folder
            self.maximumBytes = maximumBytes
        }
    }

    let tiers: Tiers
    let partitions: Partitions
    let fills: OpenFills
    let refreshes = Refreshes()
    let staleOnFailure: Duration
    let maximumEntryBytes: Int
    let now: @Sendable () -> Date
    let counts = Guarded(Statistics())
    /// The key of all digests, random for each cache or folder.
    let secret: Data

    /// Creates a cache.
    ///
    /// - Parameters:
    ///   - disk: Where responses are stored beside the memory. `nil`, the default, for a cache in memory alone.
    ///   - maximumBytes: The bytes of all responses in memory, with their keys, and with the bodies that are being stored.
    ///     32 MiB by default.
    ///   - maximumCount: The number of responses in memory. 10,000 by default.
    ///   - maximumEntryBytes: The bytes of one response. A longer one isn't stored. In memory it has a tenth of
    ///     `maximumBytes` at most, and on the disk a tenth of that of `disk`, which are the defaults.
    ///   - staleOnFailure: How long after its freshness a response replaces a failure of the network, or a status of 500
    ///     or more, unless the server forbids it with `must-revalidate` or `no-cache`. The server and the request can
    ///     allow a longer time by `stale-if-error` (RFC 5861). Zero by default.
    ///   - partition: Names the account of a request, such as a user's id, so that the responses survive a new token.
    ///     `nil` stands for all requests without an account. By default, requests with different `Authorization` or
    ///     `Cookie` fields share nothing.
    ///   - now: The time. That of the system by default.
    public init(
        disk: Disk? = nil,
        maximumBytes: Int = 32 * 1024 * 1024,
        maximumCount: Int = 10_000,
        maximumEntryBytes: Int = .max,
        staleOnFailure: Duration = .zero,
        partition: (@Sendable (Request) -> String?)? = nil,
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        self.staleOnFailure = staleOnFailure
        self.now = now
        let memory = MemoryStore(
            maximumBytes: maximumBytes,
            maximumCount: maximumCount,
            maximumEntryBytes: min(maximumEntryBytes, maximumBytes / 10)
        )
        let entries = disk.map {
            DiskEntries(
                folder: $0.folder,
                maximumBytes: $0.maximumBytes,
                maximumEntryBytes: min(maximumEntryBytes, $0.maximumBytes / 10)
            )
        }
        self.maximumEntryBytes = min(maximumEntryBytes, max(maximumBytes, disk?.maximumBytes ?? 0) / 10)
        let secret = PartitionKey(in: entries?.folder).bytes
        self.secret = secret
        let store = entries.map { DiskStore($0, key: secret, maximumBytesInMemory: memory.maximumEntryBytes) }
        fills = OpenFills(store?.removals)
        tiers = Tiers(memory: memory, disk: store, fills: fills, now: now)
        partitions = Partitions(partition, key: secret)
    }

    // MARK: - Lookup

    /// The stored response to a request, if it is fresh. Nothing is sent, and no plugin runs: the request needs the
    /// fields that plugins would add, such as credentials.
    ///
    /// The lookup assumes a transport that decodes bodies unless the request has a field `Accept-Encoding`. It doesn't
    /// find a compressed body that another transport has delivered in another form.
    ///
    /// - Parameter request: The final request, such as `try Endpoint(target).request()`.
    /// - Returns: `nil` if no fresh response is stored.
    public func freshResponse(to request: Request) async -> Response? {
        await CacheLayer(cache: self).freshResponse(to: request)
    }

    // MARK: - Removal

    /// Removes the stored responses of a target, of all accounts, with the endpoint of `Endpoint(_:)`.
    ///
    /// - Throws: `TernError` if the target has no valid request.
    public func remove(_ target: some TargetType) async throws(TernError) {
        await removeAll(.resource(CacheKey.Resource(of: try Endpoint(target).request())))
    }

    /// Removes the stored responses of a URL, of all accounts.
    public func remove(_ url: URL) async {
        await removeAll(.resource(CacheKey.Resource(url)))
    }

    /// Removes the stored responses of calls with this `CallOptions.cacheKey`, of all accounts.
    public func remove(cacheKey: String) async {
        await removeAll(.resource(.named(cacheKey)))
    }

    /// Removes the stored responses of an account that `partition` names.
    public func removeAll(partition: String) async {
        await removeAll(.partition(partitions.partition(named: partition)))
    }

    /// Removes all stored responses.
    public func removeAll() async {
        await removeAll(.all)
    }

    func removeAll(_ filter: CacheFilter) async {
        // What is on its way isn't stored, either. See ``MemoryStore/insert(_:for:_:)``.
        fills.makeVoid(filter)
        await tiers.removeAll(filter)
    }

    // MARK: - For the layer

    /// A random number for a response. It differs from those of all others, also on the disk.
    func makeID() -> UInt64 { .random(in: .min ... .max) }
}

extension HTTPCache: CustomStringConvertible, CustomReflectable {
    /// The numbers of responses and bytes.
    public var description: String { "\(tiers.memory.size.count) responses, \(tiers.memory.size.bytes) bytes" }

    /// Nothing: stored responses may be secrets.
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}

extension Transport {
    /// This transport with a cache above it.
    ///
    /// Pass it to providers. They share the stored responses, even if each has a transport of its own.
    public func cached(by cache: HTTPCache) -> some Transport {
        layered(CacheLayer(cache: cache))
    }
}
