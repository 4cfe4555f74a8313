import Testing

@testable import TernOpenAPI

/// The table of styles of OpenAPI 3.1.1, section 4.8.12.6.
@Suite(.timeLimit(.minutes(20)))
struct ParameterStyleTests {
    private static let types = [
        "text": "type: string",
        "list": "type: array, items: { type: string }",
        "object": "type: object, additionalProperties: { type: integer }",
        "objects": "oneOf: [{ properties: { b: { type: integer } } }, { properties: { c: { type: integer } } }]",
    ]

    @Test(arguments: [
        ("", "text", #"/\(a)""#),
        ("style: label,", "text", #"/.\(a)""#),
        ("style: matrix,", "text", #"/;a=\(a)""#),
        ("", "list", #"/\(Music.ParameterText.segment(a))""#),
        ("explode: true,", "list", #"/\(Music.ParameterText.segment(a))""#),
        ("style: label,", "list", #"/.\(Music.ParameterText.segment(a))""#),
        ("style: label, explode: true,", "list", #"/.\(Music.ParameterText.segment(a, "."))""#),
        ("style: matrix,", "list", #"/;a=\(Music.ParameterText.segment(a))""#),
        ("style: matrix, explode: true,", "list", #"/;a=\(Music.ParameterText.segment(a, ";a="))""#),
        ("", "object", #"/\(Music.ParameterText.segment(a))""#),
        ("explode: true,", "object", #"/\(Music.ParameterText.segment(a, equals: "="))""#),
        ("style: label, explode: true,", "object", #"/.\(Music.ParameterText.segment(a, ".", equals: "="))""#),
        ("style: matrix,", "object", #"/;a=\(Music.ParameterText.segment(a))""#),
        ("style: matrix, explode: true,", "object", #"/;\(Music.ParameterText.segment(a, ";", equals: "="))""#),
    ])
    func pathHasTheStyleOfTheParameter(parameter: String, type: String, expected: String) throws {
        let api = try api(of: "in: path, required: true, \(parameter)", type, path: "/albums/{a}")

        #expect(api.lines.contains { $0.contains(expected) })
    }

    @Test(arguments: [
        ("", "text", #".query(["a": a])"#),
        ("", "list", #".query(["a": a])"#),
        ("explode: false,", "list", #".query(["a": a], encoder: QueryEncoder(arrays: .commaSeparated))"#),
        ("style: spaceDelimited, explode: false,", "list", #".query(["a": Music.ParameterText.plain(a, " ")])"#),
        ("style: pipeDelimited, explode: false,", "list", #".query(["a": Music.ParameterText.plain(a, "|")])"#),
        ("style: pipeDelimited, explode: true,", "list", #".query(["a": a])"#),
        ("", "object", #".query(a)"#),
        ("", "objects", #".query(a)"#),
        ("explode: false,", "object", #".query(["a": Music.ParameterText.plain(a)])"#),
        ("style: deepObject, explode: true,", "object", #".query(["a": a])"#),
        ("style: deepObject, explode: true,", "list", #".query(["a": a], encoder: QueryEncoder(arrays: .brackets))"#),
    ])
    func queryHasTheStyleOfTheParameter(parameter: String, type: String, expected: String) throws {
        let api = try api(of: "in: query, \(parameter)", type, path: "/albums")

        #expect(api.lines.contains { $0.contains(expected) })
    }

    @Test(arguments: [
        ("in: header, required: true,", "text", #".headers(["a": a])"#),
        ("in: header,", "text", #".headers(Music.ParameterText.fields(["a": a]))"#),
        ("in: header,", "list", #".headers(Music.ParameterText.fields(["a": a]))"#),
        (
            "in: header, explode: true,", "object",
            #".headers(Music.ParameterText.fields(["a": Music.ParameterText.plain(a, equals: "=")]))"#
        ),
        (
            "in: cookie,", "text",
            #".headers(Music.ParameterText.fields(["Cookie": Music.ParameterText.cookies(["a": a])]))"#
        ),
    ])
    func fieldsHaveTheStyleOfTheParameter(parameter: String, type: String, expected: String) throws {
        let api = try api(of: parameter, type, path: "/albums")

        #expect(api.lines.contains { $0.contains(expected) })
    }

    @Test func jsonContentIsAText() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /albums:
                get:
                  operationId: x
                  parameters: [{ name: a, in: query, content: { application/json: { schema: { type: object } } } }]
                  responses: { "204": { description: "" } }
            """
        )

        #expect(api.lines.contains { $0.contains(#".query(["a": Music.ParameterText.json(a)])"#) })
    }

    @Test func functionsThatNoCallUsesAreNotThere() throws {
        let api = try api(of: "in: query,", "text", path: "/albums")

        #expect(!api.lines.contains { $0.contains("ParameterText") })
    }

    private func api(of parameter: String, _ type: String, path: String) throws -> GeneratedAPI {
        try GeneratedAPI.of(
            """
            paths:
              \(path):
                get:
                  operationId: x
                  parameters: [{ name: a, \(parameter) schema: { \(Self.types[type] ?? "") } }]
                  responses: { "204": { description: "" } }
            """
        )
    }
}
