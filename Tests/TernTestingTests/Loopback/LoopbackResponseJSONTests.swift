import Foundation
import Tern
import TernTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct LoopbackResponseJSONTests {
    private let name = "Tern"

    private func text(_ response: LoopbackResponse) -> String {
        String(decoding: response.body, as: UTF8.self)
    }

    @Test func valuesAndLiteralsAreEncodedWithSortedKeys() {
        let dictionary = ["b": 1, "a": 2]

        #expect(text(.json(["name": name, "count": 2, "note": nil])) == #"{"count":2,"name":"Tern","note":null}"#)
        #expect(text(.json(dictionary)) == #"{"a":2,"b":1}"#)
        #expect(LoopbackResponse.json([1], status: 201).status == 201)
        #expect(LoopbackResponse.json([1]).headers == ["Content-Type": "application/json"])
    }

    @Test(arguments: ["{}", "[{", ""]) func rawJSONIsSentUnchangedEvenIfInvalid(json: String) {
        let expected = LoopbackResponse(headers: ["Content-Type": "application/json"], body: Data(json.utf8))

        #expect(LoopbackResponse.json(json) == expected)
        #expect(LoopbackResponse.json(text: json) == expected)
        #expect(LoopbackResponse.json(Data(json.utf8)) == expected)
        #expect(LoopbackResponse.json(data: Data(json.utf8)) == expected)
    }

    @Test func valueThatCannotBeEncodedIsA500ThatNamesIt() {
        let response = LoopbackResponse.json(["ratio": Double.nan, "name": name])

        #expect(response.status == 500)
        #expect(text(response).contains("ratio"))
    }
}
