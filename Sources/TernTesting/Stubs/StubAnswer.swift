import Foundation
import Tern

/// An answer to a `Call`, checked against its value by the compiler. It still travels as bytes, through the real
/// decoder.
public struct StubAnswer<Value: Sendable>: Sendable {
    /// The sample for a call whose value stands at this place of the body.
    let sample: @Sendable (_ keyPath: String?) -> SampleResponse

    /// The value as JSON, at the place of the body where the call looks for it. A value that can't be encoded fails the
    /// call with `TernError.Code.encodingFailed`.
    ///
    /// Where the value is the whole body, a `String` or `Data` is raw JSON, as in `SampleResponse.json`.
    ///
    /// - Parameter encoder: Has to write what the provider's decoder reads. `nil` for a `JSONEncoder` that sorts keys.
    public static func json(
        _ value: Value,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> StubAnswer where Value: Encodable {
        StubAnswer { keyPath in
            guard let keyPath else { return .json(value, status: status, headers: headers, encoder: encoder) }
            return .json(status, headers) { try wrap(JSONBody.encoded(value, encoder: encoder), at: keyPath) }
        }
    }

    /// Raw JSON as the whole body. Text that isn't valid JSON fails the call with `TernError.Code.encodingFailed`.
    public static func json(text: String, status: Int = 200, headers: HTTPHeaders = [:]) -> StubAnswer {
        sample(.json(text: text, status: status, headers: headers))
    }

    /// Raw JSON in UTF-8 as the whole body. Bytes that aren't valid JSON fail the call with
    /// `TernError.Code.encodingFailed`.
    public static func json(data: Data, status: Int = 200, headers: HTTPHeaders = [:]) -> StubAnswer {
        sample(.json(data: data, status: status, headers: headers))
    }

    /// Any sample: an error, a status, bytes that don't decode.
    public static func sample(_ sample: SampleResponse) -> StubAnswer {
        StubAnswer { _ in sample }
    }

    /// A status without a body.
    public static func status(_ statusCode: Int, headers: HTTPHeaders = [:]) -> StubAnswer {
        sample(.status(statusCode, headers: headers))
    }

    /// No answer: the transport throws this.
    public static func networkError(_ error: any Error) -> StubAnswer {
        sample(.networkError(error))
    }

    /// The same, once the gate is released.
    public func held(by gate: SampleGate) -> StubAnswer {
        StubAnswer { [sample] in sample($0).held(by: gate) }
    }

    /// The same, but the body goes on after so many bytes only once the gate is released. One that has no more isn't
    /// held.
    public func held(by gate: SampleGate, after bytes: Int) -> StubAnswer {
        StubAnswer { [sample] in sample($0).held(by: gate, after: bytes) }
    }

    // MARK: - Private

    /// JSON in which `json` stands at a place such as `data.items.0`.
    private static func wrap(_ json: Data, at keyPath: String) throws -> Data {
        try keyPath.split(separator: ".").reversed().reduce(json) { inner, key in
            if let index = Int(key), index >= 0 {
                return Data("[".utf8) + Data(String(repeating: "null,", count: index).utf8) + inner + Data("]".utf8)
            }
            return try Data("{".utf8) + JSONBody.encoded(String(key)) + Data(":".utf8) + inner + Data("}".utf8)
        }
    }
}
