import Foundation
import Tern
import TestDoubles
import Testing

@Suite(.timeLimit(.minutes(20)))
struct OptionalBodyTests {
    private func response(_ body: String) -> Response { Response(statusCode: 200, data: Data(body.utf8)) }

    @Test func optionalDataTextAndNoContentAreNilOnlyForAnEmptyBody() async throws {
        let provider = Provider<OpenTarget>(stubClosure: Provider.immediatelyStub)
        func target(_ body: String) -> OpenTarget { OpenTarget(sampleData: Data(body.utf8)) }

        #expect(try await provider.value(Call<OpenTarget, String?>(target("hello"))) == "hello")
        #expect(try await provider.value(Call<OpenTarget, Data?>(target("\"aGk=\""))) == Data("\"aGk=\"".utf8))
        #expect(try await provider.value(Call<OpenTarget, NoContent?>(target("<p>Done</p>"))) == NoContent())
        #expect(try response("").decode(String?.self) == nil)
        #expect(try response("").decode(Data?.self) == nil)
        #expect(try response("").decode(NoContent?.self) == nil)
        #expect(try response(#"{"a":"text"}"#).decode(String?.self, at: "a") == "text")
        #expect(try response(#"{"a":null}"#).decode(String?.self, at: "a") == nil)
    }
}
