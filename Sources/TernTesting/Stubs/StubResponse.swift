import Foundation
import Tern

/// A stubbed response to a `Call`. The compiler checks that its value has the type of the call. The value is sent as
/// bytes and decoded by the real decoder.
///
/// ```swift
/// .json(User(login: "octocat"))                   // a value of the call's type
/// .json(["login": "octocat", "id": 7])            // an object literal, which only the decoder checks
/// .text("Design for failure.")                    // for a call of type String; `.data` for Data
/// .sample(.fixture("user.json"))                  // any other response of `SampleResponse`
/// .json(user).changing { $0.held(by: gate) }      // a change of `SampleResponse`
/// ```
public struct StubResponse<Value: Sendable>: Sendable {
    /// Creates the sample for a call that decodes its value at this key path of the body, with this decoder or, if it is
    /// `nil`, with that of the provider.
    let sample: @Sendable (_ keyPath: [String], _ decoder: JSONDecoder?) -> SampleResponse

    /// A JSON response with the value at the key path that the call decodes. A value that can't be encoded fails the
    /// call with `TernError.Code.encodingFailed`.
    ///
    /// If the value is the whole body, a `String` or `Data` is raw JSON, as in `SampleResponse.json`.
    ///
    /// - Parameters:
    ///   - value: The value to encode.
    ///   - status: The status code. 200 by default.
    ///   - headers: The header fields. None by default.
    ///   - encoder: The encoder. By default, one that writes what the decoder of the call or the provider reads, as in
    ///     `SampleResponse.json`.
    public static func json(
        _ value: Value,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> StubResponse where Value: Encodable {
        json(of: value, status, headers, encoder)
    }

    /// A JSON response with an object literal of mixed values at the key path that the call decodes. Only the decoder
    /// checks that it has the type of the call. An array literal has elements of the call's type.
    ///
    /// - Parameters:
    ///   - object: The literal to encode.
    ///   - status: The status code. 200 by default.
    ///   - headers: The header fields. None by default.
    ///   - encoder: The encoder of the values in it. By default, one that writes what the decoder reads.
    @_disfavoredOverload
    public static func json(
        _ object: KeyValuePairs<String, (any Encodable & Sendable)?>,
        status: Int = 200,
        headers: HTTPHeaders = [:],
        encoder: JSONEncoder? = nil
    ) -> StubResponse {
        json(of: JSONLiteral(object: object), status, headers, encoder)
    }

    /// A text as the value of a call of type `String`, as `SampleResponse.text`.
    public static func text(_ text: String, status: Int = 200) -> StubResponse where Value == String {
        sample(.text(text, status: status))
    }

    /// Bytes as the value of a call of type `Data`, as `SampleResponse.data`.
    public static func data(_ data: Data, status: Int = 200) -> StubResponse where Value == Data {
        sample(.data(data, status: status))
    }

    /// Server-sent events, whose data are the values of the call, as `SampleResponse.events`.
    public static func events(_ events: [ServerSentEvent]) -> StubResponse {
        sample(.events(events))
    }

    /// Any sample response: a text, a fixture, raw JSON, or bytes that can't be decoded.
    public static func sample(_ sample: SampleResponse) -> StubResponse {
        StubResponse { _, _ in sample }
    }

    /// A response with a status and without a body.
    public static func status(_ statusCode: Int, headers: HTTPHeaders = [:]) -> StubResponse {
        sample(.status(statusCode, headers: headers))
    }

    /// No response: the transport throws this error.
    public static func networkError(_ error: any Error) -> StubResponse {
        sample(.networkError(error))
    }

    /// A different response for each call, as `SampleResponse.inOrder`.
    ///
    /// - Parameters:
    ///   - responses: The responses, in the order of the requests.
    ///   - last: The response to every call after the others. `nil` by default.
    ///   - fileID: The module and the file that findings report. The caller's by default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    ///   - column: The column that findings report. The caller's by default.
    public static func inOrder(
        _ responses: StubResponse...,
        thenForever last: StubResponse? = nil,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubResponse {
        inOrder(responses, thenForever: last, fileID: fileID, filePath: filePath, line: line, column: column)
    }

    /// A different response for each call, from an array.
    public static func inOrder(
        _ responses: [StubResponse],
        thenForever last: StubResponse? = nil,
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) -> StubResponse {
        StubResponse { keyPath, decoder in
            .inOrder(
                responses.map { $0.sample(keyPath, decoder) },
                thenForever: last?.sample(keyPath, decoder),
                fileID: fileID,
                filePath: filePath,
                line: line,
                column: column
            )
        }
    }

    /// The same response with a change, such as a delay or a gate. In a sequence, each response is changed.
    public func changing(_ change: @escaping @Sendable (SampleResponse) -> SampleResponse) -> StubResponse {
        StubResponse { [sample] in change(sample($0, $1)) }
    }

    // MARK: - Private

    private static func json(
        of value: some Encodable & Sendable,
        _ status: Int,
        _ headers: HTTPHeaders,
        _ encoder: JSONEncoder?
    ) -> StubResponse {
        StubResponse { keyPath, decoder in
            .json(status, headers, encoder: encoder, for: decoder) { encoder in
                guard !keyPath.isEmpty else { return try JSONBody.data(of: value, encoder: encoder) }
                return try wrap(JSONBody.encoded(value, encoder: encoder), at: keyPath)
            }
        }
    }

    /// JSON with `json` at a key path such as `data.items.0`.
    private static func wrap(_ json: Data, at keyPath: [String]) throws -> Data {
        try keyPath.reversed().reduce(json) { inner, key in
            if let index = Int(key), index >= 0 {
                return Data("[".utf8) + Data(String(repeating: "null,", count: index).utf8) + inner + Data("]".utf8)
            }
            return try Data("{".utf8) + JSONBody.encoded(key) + Data(":".utf8) + inner + Data("}".utf8)
        }
    }
}
