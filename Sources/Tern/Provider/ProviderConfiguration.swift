import Foundation

/// How a provider encodes, decodes and bounds, where target, endpoint and call don't say.
public struct ProviderConfiguration: Sendable {
    /// 64 MiB.
    public static let defaultMaximumBodyBytes = 64 * 1024 * 1024

    /// How queries and forms are encoded; a task's and an endpoint's own encoder win. `QueryEncoder()` by default.
    public var queryEncoder = QueryEncoder()

    /// What decodes bodies where the call names none. A plain `JSONDecoder` by default.
    public var decoder = JSONDecoder()

    /// The largest body that is collected in memory, in bytes. 64 MiB by default; past it a call fails with
    /// `TernError.Code.bodyTooLarge`, and the connection is closed.
    public var maximumBodyBytes = Self.defaultMaximumBodyBytes

    public init() {}
}
