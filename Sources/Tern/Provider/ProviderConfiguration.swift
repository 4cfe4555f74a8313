import Foundation

/// How a provider encodes, decodes and bounds, where target, endpoint and call don't say.
public struct ProviderConfiguration: Sendable {
    /// 64 MiB.
    public static let defaultMaximumBodyBytes = Request.Delivery.defaultLimit

    /// How queries and forms are encoded; a task's and an endpoint's own encoder win. `QueryEncoder()` by default.
    public var queryEncoder = QueryEncoder()

    /// What decodes bodies where the call names none. A plain `JSONDecoder` by default.
    public var decoder = JSONDecoder()

    /// The largest body that is collected in memory, in bytes. 64 MiB by default; past it a call fails with
    /// `TernError.Code.bodyTooLarge`, and the connection is closed.
    public var maximumBodyBytes = Self.defaultMaximumBodyBytes

    /// The timeout of calls whose options and target have none: the longest time that a call may take, with redirects and
    /// the body. `nil` by default.
    public var timeout: Duration?

    public init() {}

    /// A configuration whose decoder can be changed without changing that of this one.
    func copy() -> ProviderConfiguration {
        var copy = self
        copy.decoder = decoder.copy()
        return copy
    }
}

extension JSONDecoder {
    /// A decoder of its own with the same settings; a subclass, which may have more of them, stays what it is.
    fileprivate func copy() -> JSONDecoder {
        guard type(of: self) == JSONDecoder.self else { return self }
        let copy = JSONDecoder()
        copy.dateDecodingStrategy = dateDecodingStrategy
        copy.dataDecodingStrategy = dataDecodingStrategy
        copy.nonConformingFloatDecodingStrategy = nonConformingFloatDecodingStrategy
        copy.keyDecodingStrategy = keyDecodingStrategy
        copy.allowsJSON5 = allowsJSON5
        copy.assumesTopLevelDictionary = assumesTopLevelDictionary
        copy.userInfo = userInfo
        return copy
    }
}
