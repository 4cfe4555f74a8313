import Foundation

extension Call where Value: Decodable {
    /// The value of a response: made by hand, or decoded.
    ///
    /// - Parameter providersDecoder: Decodes where the call has no decoder of its own.
    /// - Throws: `TernError`, with code `.decodingFailed` unless the call's own closure throws another one.
    func value(of response: Response, decoder providersDecoder: JSONDecoder) throws(TernError) -> Value {
        do {
            if let makeValue { return try makeValue(response) }
            return try response.decode(Value.self, at: keyPath, using: decoder ?? providersDecoder)
        } catch {
            throw TernError.wrapping(error, asDecodingOf: response).about(target: target)
        }
    }
}

extension Call {
    /// The value of a response where the compiler doesn't know whether it can be decoded, as in generic code.
    func value(of response: Response, decoder providersDecoder: JSONDecoder) throws(TernError) -> Value {
        do {
            if let makeValue { return try makeValue(response) }
            let type = Value.self as? any Decodable.Type
            let value = try type.map { try response.decode($0, at: keyPath, using: decoder ?? providersDecoder) }
            if let value = value as? Value { return value }
            throw TernError(.decodingFailed, reason: "\(Value.self) isn't Decodable here.", response: response)
        } catch {
            throw TernError.wrapping(error, asDecodingOf: response).about(target: target)
        }
    }
}
