import Foundation

extension Call where Value: Decodable {
    /// The value of a response, from the call's closure or decoded from the body.
    ///
    /// - Parameter providersDecoder: The provider's decoder, for a call without a decoder.
    /// - Throws: `TernError` with code `.decodingFailed`, or the `TernError` that the call's closure throws.
    package func value(of response: Response, decoder providersDecoder: JSONDecoder) throws(TernError) -> Value {
        do {
            if let makeValue { return try makeValue(response) }
            return try response.decode(Value.self, at: keyPath, using: decoder ?? providersDecoder)
        } catch {
            throw TernError.wrapping(error, asDecodingOf: response, as: Value.self).about(target: target)
        }
    }
}

extension Call {
    /// The value of a response, if the compiler doesn't know whether `Value` is `Decodable`, as in generic code.
    package func value(of response: Response, decoder providersDecoder: JSONDecoder) throws(TernError) -> Value {
        do {
            if let makeValue { return try makeValue(response) }
            let type = Value.self as? any Decodable.Type
            let value = try type.map { try response.decode($0, at: keyPath, using: decoder ?? providersDecoder) }
            if let value = value as? Value { return value }
            throw TernError(.decodingFailed, reason: "\(Value.self) isn't Decodable.", response: response)
        } catch {
            throw TernError.wrapping(error, asDecodingOf: response, as: Value.self).about(target: target)
        }
    }
}
