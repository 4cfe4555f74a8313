import Testing

@testable import TernOpenAPI

/// Schemas that lead to each other, one after the other.
@Suite(.timeLimit(.minutes(20)))
struct DeepSchemaTests {
    private static func document(_ notation: String, count: Int) -> String {
        let schemas = (0..<count).map { index in
            "    S\(index): \(notation.replacing("NEXT", with: "{ $ref: '#/components/schemas/S\(index + 1)' }"))\n"
        }
        return """
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/S0" } } } }
            components:
              schemas:
            \(schemas.joined())    S\(count): { type: string }

            """
    }

    @Test(arguments: [
        "{ type: array, items: NEXT }",
        "{ type: object, additionalProperties: NEXT }",
        "{ type: object, required: [next], properties: { next: NEXT } }",
        "{ oneOf: [NEXT, { type: integer }] }",
    ])
    func longChainOfSchemasIsGenerated(notation: String) throws {
        let api = try GeneratedAPI.of(Self.document(notation, count: 4_000)) { $0.testedModule = "Zoo" }

        #expect(api.lines.contains { $0.hasPrefix("static func a()") })
    }

    @Test(arguments: [
        ("NEXT", "music.yaml:211:11: More than 200 references lead to each other."),
        ("{ allOf: [NEXT] }", "music.yaml:111:20: More than 200 references lead to each other."),
        (
            "{ allOf: [NEXT, { properties: { name: { type: string } } }] }",
            "music.yaml:178:60: More than 500 schemas are one by “$ref” and “allOf”."
        ),
    ])
    func longChainOfReferencesIsRefused(notation: String, problem: String) {
        let error = #expect(throws: DocumentProblem.self) {
            try GeneratedAPI.of(Self.document(notation, count: 4_000))
        }
        #expect(error?.description == problem)
    }

    @Test func textOfALongPatternIsGivenUp() throws {
        let schema = "{ type: string, pattern: '^(a{1000}){1000}$' }"

        let api = try GeneratedAPI.of(Self.document(schema, count: 1))

        #expect(api.lines.contains { $0.hasPrefix("static func a()") })
    }
}
