import Foundation
import Tern

/// A tier of a cache: responses with their bodies, under a key.
protocol CacheStore: Sendable {
    /// The responses of a key, which were used now.
    func responses(for key: CacheKey) async -> [StoredResponse]

    /// Begins to store a response, whose body follows. `nil` if the tier doesn't take it.
    ///
    /// - Parameter expectedBytes: The length of the body, if it is known.
    func writer(of response: StoredResponse, for key: CacheKey, expectedBytes: Int?) -> (any CacheWriter)?

    /// Replaces a response by one with other fields and the same body. Does nothing if it has been replaced since it was
    /// read; stores the new one if it has been removed to make room.
    func replace(_ old: StoredResponse, by new: StoredResponse, for key: CacheKey, _ fill: Fill) async

    /// Removes a response, unless it has been replaced.
    func remove(_ response: StoredResponse, for key: CacheKey) async

    /// Removes what a filter contains.
    func removeAll(_ filter: CacheFilter) async
}

/// Takes the body of a response that is being stored. Nothing of it remains if it is released without a commit.
protocol CacheWriter: Sendable {
    func append(_ piece: Data) async

    /// Stores the response, unless the fill is void.
    func commit(trailers: HTTPHeaders, _ fill: Fill) async
}

/// Stored responses that are removed together.
enum CacheFilter: Sendable, Hashable {
    case all
    case resource(CacheKey.Resource)
    case partition(Partition)

    func contains(_ key: CacheKey) -> Bool {
        switch self {
        case .all: true
        case .resource(let resource): key.resource == resource
        case .partition(let partition): key.partition == partition
        }
    }
}
