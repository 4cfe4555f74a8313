import Foundation
import Tern

extension Response {
    /// The body as a JSON object.
    ///
    /// - Parameter failsOnEmptyData: Whether an empty body is an error. Otherwise it is `NSNull`.
    /// - Throws: ``MoyaError/jsonMapping(_:)``.
    public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
        if data.isEmpty, !failsOnEmptyData { return NSNull() }
        do {
            return try Tern.Response(statusCode: statusCode, data: data).jsonObject()
        } catch {
            throw MoyaError.jsonMapping(self)
        }
    }

    /// The body as text in UTF-8, or the text at a key path of a body of JSON, such as `"user.name"`.
    ///
    /// - Throws: ``MoyaError/stringMapping(_:)`` or ``MoyaError/jsonMapping(_:)``.
    public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
        let text =
            try keyPath.map { try value(at: $0, in: mapJSON()) as? String } ?? String(data: data, encoding: .utf8)
        guard let text else { throw MoyaError.stringMapping(self) }
        return text
    }

    /// The body, or the value at a key path, as a value of this type.
    ///
    /// - Parameters:
    ///   - type: The type of the value.
    ///   - keyPath: The place of the value, such as `"data.items"`. The whole body by default.
    ///   - decoder: A plain decoder by default. It must not set `allowsJSON5` or `assumesTopLevelDictionary`.
    ///   - failsOnEmptyData: Whether an empty body is an error. Otherwise it is decoded as `{}` or `[{}]`.
    /// - Throws: ``MoyaError/objectMapping(_:_:)`` or ``MoyaError/jsonMapping(_:)``.
    public func map<D: Decodable>(
        _ type: D.Type,
        atKeyPath keyPath: String? = nil,
        using decoder: JSONDecoder = JSONDecoder(),
        failsOnEmptyData: Bool = true
    ) throws -> D {
        var json = data
        if let keyPath {
            if let value = value(at: keyPath, in: try mapJSON(failsOnEmptyData: failsOnEmptyData)) {
                json = try fragment(value)
            } else if failsOnEmptyData {
                throw MoyaError.jsonMapping(self)
            }
        }
        if json.isEmpty, !failsOnEmptyData {
            for empty in ["{}", "[{}]"] {
                if let value = try? decode(type, from: Data(empty.utf8), using: decoder) { return value }
            }
        }
        do {
            return try decode(type, from: json, using: decoder)
        } catch {
            throw MoyaError.objectMapping(error, self)
        }
    }

    // MARK: - Private

    /// Decodes with Tern, which refuses the bodies and the decoders that could end the process inside Foundation.
    private func decode<D: Decodable>(_ type: D.Type, from json: Data, using decoder: JSONDecoder) throws -> D {
        do throws(TernError) {
            let response = Tern.Response(statusCode: statusCode, data: json)
            return try response.decode(DecodedFromJSON<D>.self, using: decoder).value
        } catch {
            throw error.underlying ?? error
        }
    }

    private func fragment(_ value: Any) throws -> Data {
        do {
            return try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
        } catch {
            throw MoyaError.jsonMapping(self)
        }
    }

    /// What `NSDictionary.value(forKeyPath:)` returns, which Linux doesn't have.
    private func value(at keyPath: String, in json: Any) -> Any? {
        guard json is [String: Any] else { return nil }
        return keyPath.split(separator: ".").reduce(json as Any?) { json, key in
            func step(_ json: Any) -> Any? {
                if let array = json as? [Any] { return array.map { step($0) ?? NSNull() } }
                return (json as? [String: Any])?[String(key)]
            }
            return json.flatMap(step)
        }
    }
}

/// A value that is decoded from JSON even if its type is `Data` or `String`, unlike with Tern.
private struct DecodedFromJSON<Value: Decodable>: Decodable {
    let value: Value

    init(from decoder: any Decoder) throws { value = try decoder.singleValueContainer().decode(Value.self) }
}
