import Foundation

/// The encoder, decoder and limits of a provider. They apply to targets, endpoints and calls that don't set their own.
public struct ProviderConfiguration: Sendable {
    /// The default of ``maximumBodyBytes``: 64 MiB.
    public static let defaultMaximumBodyBytes = Request.Delivery.defaultLimit

    /// The encoder for queries and forms. An encoder of the task or the endpoint overrides it. `QueryEncoder()` by
    /// default.
    public var queryEncoder = QueryEncoder()

    /// The encoder for JSON bodies without an encoder of their own. By default, a `JSONEncoder` that sorts keys and
    /// doesn't escape slashes, so that equal values have equal bodies, and that writes dates as ``dates`` says.
    public var encoder = JSONBody.makeEncoder()

    /// The decoder for calls without a decoder. By default, a `JSONDecoder` that reads dates as ``dates`` says.
    public var decoder: JSONDecoder = DateDecoder(.iso8601)

    /// The format of dates in JSON bodies, queries, forms and stubs. ``DateFormat/iso8601`` by default. Setting it sets
    /// the date strategies of ``encoder``, ``decoder`` and ``queryEncoder``; JSON is read in all the usual forms, see
    /// ``DateFormat``.
    ///
    /// An encoder or a decoder that is assigned later keeps its own strategy: that of a new `JSONDecoder` counts seconds
    /// since 2001.
    public var dates: DateFormat = .iso8601 {
        didSet {
            (encoder, queryEncoder.dates) = (encoder.copy(), dates)
            encoder.dateEncodingStrategy = dates.encodingStrategy
            let decoder = decoder.copy()
            decoder.dateDecodingStrategy = dates.decodingStrategy
            decoder.dateFormat = dates
            self.decoder = decoder
        }
    }

    /// The largest body that is collected in memory, in bytes. 64 MiB by default. With a larger body, the call fails
    /// with `TernError.Code.bodyTooLarge`, and the connection is closed.
    public var maximumBodyBytes = Self.defaultMaximumBodyBytes

    /// The timeout of calls whose options and target set no timeout: the longest time for one attempt, including
    /// redirects and the body, but without the request closure and the plugins. `nil`, the default, means no limit.
    public var timeout: Duration?

    /// Whether redirects are followed. Up to 20 redirects in one call by default. A limit below 0 is the same as 0.
    public var redirects: RedirectPolicy = .follow(limit: 20)

    /// The values that texts about calls show: errors, logs, curl commands, explanations and the test kit's journal.
    /// Only values that are known to be harmless by default.
    public var redaction = Redaction.default

    /// Creates a configuration with the defaults.
    public init() {}

    /// The decoder and the encoder, for stubs.
    package var coders: SampleCoders { SampleCoders(decoder: decoder, encoder: encoder) }

    /// A copy with a separate encoder and decoder. Changing them doesn't change those of this configuration.
    func copy() -> ProviderConfiguration {
        var copy = self
        copy.encoder = encoder.copy()
        copy.decoder = decoder.copy()
        return copy
    }
}

extension JSONEncoder {
    /// A new encoder with the same settings. A subclass isn't copied, since it may have further settings.
    fileprivate func copy() -> JSONEncoder {
        guard type(of: self) == JSONEncoder.self else { return self }
        let copy = JSONEncoder()
        copy.outputFormatting = outputFormatting
        copy.dateEncodingStrategy = dateEncodingStrategy
        copy.dataEncodingStrategy = dataEncodingStrategy
        copy.nonConformingFloatEncodingStrategy = nonConformingFloatEncodingStrategy
        copy.keyEncodingStrategy = keyEncodingStrategy
        copy.userInfo = userInfo
        return copy
    }
}
