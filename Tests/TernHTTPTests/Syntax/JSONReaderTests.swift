import Foundation
import Tern
import Testing

/// With a limit of 8 levels instead of 512.
@Suite(.timeLimit(.minutes(20)))
struct JSONReaderTests {
    private static let encodings: [String.Encoding] = [
        .utf8, .utf16, .utf16LittleEndian, .utf16BigEndian, .utf32, .utf32LittleEndian, .utf32BigEndian,
    ]

    private func reasons(_ text: String, in encoding: String.Encoding = .utf8) throws -> [String?] {
        let data = try #require(text.data(using: encoding))
        func reason(_ read: () throws -> Void) -> String? {
            do {
                try read()
                return nil
            } catch {
                return JSONReader.Refusal(in: error)?.reason ?? "other"
            }
        }
        return [
            reason { _ = try JSONReader.decode(Nested.self, from: data, maximumDepth: 8) },
            reason { _ = try JSONReader.object(from: data, maximumDepth: 8) },
        ]
    }

    @Test(arguments: encodings)
    func levelsUpToTheLimitAreRead(encoding: String.Encoding) throws {
        let texts = [
            levels(8, "[", "]"),
            levels(8, #"{"a":"#, "}", around: "1"),
            levels(4, #"[{"a":"#, "}]", around: "1"),
            // Siblings aren't levels.
            "[" + Array(repeating: "[{}]", count: 20).joined(separator: ",") + "]",
            // Neither are characters of strings, after an escaped quote or a backslash.
            #"["[[[[[[[[[[", "\"[[[[[[[[[[", "{\\", "{\\\"{{{{{{{{{{", {"[[[[[[[[[[": 1}]"#,
        ]
        for text in texts { #expect(try reasons(text, in: encoding) == [nil, nil], "\(text)") }
    }

    @Test(arguments: encodings)
    func moreLevelsAreRefused(encoding: String.Encoding) throws {
        let texts = [
            levels(9, "[", "]"),
            levels(9, #"{"a":"#, "}", around: "1"),
            levels(5, #"[{"a":"#, "}]", around: "1"),
            #"["\"]]]]", "# + levels(8, "[", "]") + "]",
            #"{"]]]]}}}}": "# + levels(8, "[", "]") + "}",
        ]
        let refusal = "the JSON has more than 8 levels of arrays and objects"
        for text in texts { #expect(try reasons(text, in: encoding) == [refusal, refusal], "\(text)") }
    }

    @Test func errorNamesTheLimit() throws {
        let response = Response(statusCode: 200, data: Data(levels(513, "[", "]").utf8))
        let refusal = "the JSON has more than 512 levels of arrays and objects"

        let errors = [
            #expect(throws: TernError.self) { try response.decode([Int].self) },
            #expect(throws: TernError.self) { try response.decode([Int].self, at: "0") },
            #expect(throws: TernError.self) { try response.jsonObject() },
        ]

        #expect(errors.map { $0?.code } == [.decodingFailed, .decodingFailed, .decodingFailed])
        #expect(errors.allSatisfy { $0?.reason.contains(refusal) == true }, "\(errors)")
        #expect(errors[0]?.advice.contains("error.response") == true)
    }

    /// Texts that are no JSON of RFC 8259, which `JSONDecoder` doesn't read safely.
    @Test(arguments: [\JSONDecoder.allowsJSON5, \.assumesTopLevelDictionary])
    func decoderOfOtherTextsIsRefused(option: ReferenceWritableKeyPath<JSONDecoder, Bool> & Sendable) throws {
        let decoder = JSONDecoder()
        decoder[keyPath: option] = true
        let response = Response(statusCode: 200, data: Data(#"{"a":1}"#.utf8))

        let errors = [
            #expect(throws: TernError.self) { try response.decode([String: Int].self, using: decoder) },
            #expect(throws: TernError.self) { try response.decode(Int.self, at: "a", using: decoder) },
            #expect(throws: TernError.self) { try response.decode([String: Int]?.self, using: decoder) },
        ]

        #expect(errors.allSatisfy { $0?.code == .decodingFailed })
        let refusal = "the decoder must not set allowsJSON5 or assumesTopLevelDictionary"
        #expect(errors.allSatisfy { $0?.reason.contains(refusal) == true }, "\(errors)")
        #expect(errors.allSatisfy { $0?.advice == "Use a decoder without these options." }, "\(errors)")
        #expect(try response.decode(String.self, using: decoder) == #"{"a":1}"#)
    }

    private func levels(_ count: Int, _ open: String, _ close: String, around value: String = "") -> String {
        String(repeating: open, count: count) + value + String(repeating: close, count: count)
    }
}

/// Any JSON.
private struct Nested: Decodable {
    init(from decoder: any Decoder) throws {}
}
