import Tern
import Testing

@testable import TernCache

@Suite(.timeLimit(.minutes(20)))
struct SelectingFieldTests {
    /// KTOR-9673.
    @Test(
        arguments: [
            (["Accept": "text/html, application/json"], ["Accept": "text/html,application/json"]),
            (["Accept": "text/html;q=1"], ["accept": "TEXT/HTML; q=1"]),
            (["X": "a", "x": "b"], ["X": "a, b"]),
            (["X": "a , b"], ["X": "a,b,"]),
            ([:], [:]),
        ] as [(HTTPHeaders, HTTPHeaders)]
    )
    func listsAreEqualHoweverTheyAreWritten(first: HTTPHeaders, second: HTTPHeaders) {
        let stored = StoredResponse.stored(["Vary": "accept, X"], for: first)

        #expect(stored.matches(second))
    }

    @Test(
        arguments: [
            (["X": "a"], [:]), ([:], ["X": ""]), (["X": "a, b"], ["X": "b, a"]), (["X": "A"], ["X": "a"]),
            (["X": "\"a,b\""], ["X": "\"a\",\"b\""]),
        ] as [(HTTPHeaders, HTTPHeaders)]
    )
    func otherValuesSelectAnotherResponse(first: HTTPHeaders, second: HTTPHeaders) {
        #expect(!StoredResponse.stored(["Vary": "x"], for: first).matches(second))
        #expect(!StoredResponse.stored(["Vary": "x"], for: second).matches(first))
    }

    @Test func aStarMatchesNoRequest() {
        #expect(SelectingField.all(for: ["Vary": "Accept, *"], of: [:]) == nil)
    }

    @Test func codedResponsesAreSelectedByTheCodingsOfTheRequest() {
        let fields = SelectingField.all(for: ["Content-Encoding": "gzip"], of: ["Accept-Encoding": "GZIP"])

        #expect(fields?.map(\.name) == ["accept-encoding"])
        #expect(fields?[0].matches(["Accept-Encoding": "gzip"]) == true)
        #expect(fields?[0].matches([:]) == false)
    }
}
