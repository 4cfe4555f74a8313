import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct DocumentProblemTests {
    @Test func descriptionStartsWithThePlace() {
        let problem = DocumentProblem(file: "openapi.yaml", place: TextPlace(line: 12, column: 3), "It is wrong.")
        #expect(problem.description == "openapi.yaml:12:3: It is wrong.")
        #expect(DocumentProblem(file: "a.json", place: nil, "It is empty.").description == "a.json: It is empty.")
    }
}
