import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct SchemaValidatorTests {
    private func findings(
        in json: String,
        as schema: String,
        _ direction: Direction = .response
    ) throws -> [SchemaValidator.Finding] {
        let specification = try Specification(schemas: #""Value": \#(schema), "Name": {"type": "string"}"#)
        let validator = SchemaValidator(specification)
        return validator.findings(in: try DocumentNode(json), as: specification.use("Value"), direction)
    }

    @Test(arguments: [
        (#"{"type": "string"}"#, #""a""#), (#"{"type": "integer"}"#, "1.0"), (#"{"type": "integer"}"#, "1e3"),
        (#"{"type": "string", "format": "date-time"}"#, #""2026-01-31T12:00:00.5+01:00""#),
        (#"{"type": "string", "format": "date"}"#, #""2024-02-29""#), (#"{"type": "object"}"#, #"{"a": 1}"#),
        (#"{"type": "string", "format": "byte"}"#, #""dGV4dA==""#), (#"{}"#, "null"),
        (#"{"type": ["string", "null"]}"#, "null"), (#"{"type": "number", "multipleOf": 0.01}"#, "4.35"),
        (#"{"type": "array", "items": {"type": "integer"}, "uniqueItems": true}"#, "[1, 2]"),
        (#"{"properties": {"a": {"type": "string"}}}"#, #"{"b": 1}"#), (#"{"enum": ["a", "b"]}"#, #""b""#),
        (#"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#, "3"),
        (#"{"additionalProperties": {"type": "integer"}}"#, #"{"a": 1}"#), (#"{"const": 7}"#, "7"),
    ])
    func valuesThatFitHaveNoFindings(schema: String, json: String) throws {
        #expect(try findings(in: json, as: schema) == [])
    }

    @Test(arguments: [
        (#"{"type": "string"}"#, "1", "a number instead of a string"),
        (#"{"type": "integer"}"#, "1.5", "no 64-bit integer"),
        (#"{"type": "integer"}"#, "9223372036854775808", "no 64-bit integer"),
        (#"{"type": "number"}"#, "1e999", "too large for a number"),
        (#"{"type": "boolean"}"#, "null", "null instead of a Boolean"),
        (#"{"type": "string", "format": "date-time"}"#, #""noon""#, "a text that isn't a time with an offset"),
        (#"{"type": "string", "format": "date"}"#, #""2026-02-29""#, "a text that isn't a day"),
        (#"{"type": "string", "format": "uuid"}"#, #""1""#, "a text that isn't a UUID"),
        (#"{"type": "string", "format": "byte"}"#, #""a b""#, "a text that isn't Base64"),
        (#"{"type": "array", "items": {"type": "string"}}"#, #"["a", 1]"#, "/*: a number instead of a string"),
        (#"{"additionalProperties": {"type": "integer"}}"#, #"{"a": {}}"#, "/*: an object instead of an integer"),
        (#"{"properties": {"a/b": {}}, "required": ["a/b"]}"#, "{}", "/a~1b: missing"),
        (
            #"{"properties": {"a": {"$ref": "@Name"}}}"#, #"{"a": []}"#,
            "/a: an array instead of a string"
        ),
    ])
    func valuesThatCannotBeDecodedHaveShapeFindings(schema: String, json: String, text: String) throws {
        let found = try findings(in: json, as: schema)
        #expect(found.map(\.description) == [text])
        #expect(found.map(\.kind) == [.shape])
    }

    @Test(arguments: [
        (#"{"type": "integer", "minimum": 1}"#, "0", "too small"),
        (#"{"type": "integer", "format": "int32"}"#, "2147483648", "no 32-bit integer"),
        (#"{"type": "number", "exclusiveMaximum": 1}"#, "1", "too large"),
        (#"{"type": "number", "multipleOf": 5}"#, "7", "no multiple of 5.0"),
        (#"{"type": "string", "maxLength": 2}"#, #""abc""#, "more than 2 characters"),
        (#"{"type": "string", "pattern": "^a"}"#, #""b""#, "a text that doesn't match the pattern"),
        (#"{"type": "array", "items": {}, "uniqueItems": true}"#, "[1, 1]", "equal elements"),
        (#"{"type": "array", "items": {}, "minItems": 1}"#, "[]", "fewer than 1 elements"),
        (#"{"type": "object", "maxProperties": 0}"#, #"{"a": 1}"#, "more than 0 keys"),
        (#"{"enum": ["a", "b"]}"#, #""c""#, "none of the 2 values"),
        (#"{"properties": {"a": {"type": "string"}}}"#, #"{"a": null}"#, "/a: null instead of a string"),
        (#"{"properties": {"a": {"type": "string", "writeOnly": true}}}"#, #"{"a": "x"}"#, "/a: write-only"),
        (#"{"type": "string", "format": "date-time"}"#, "1769860800", "a number instead of a string"),
        (#"{"type": "string", "format": "date-time"}"#, #""2026-01-31""#, "a text that isn't a time with an offset"),
        (
            #"{"oneOf": [{"type": "string"}, {"properties": {"a": {}}, "required": ["a"]}]}"#, #"{}"#,
            "none of the 2 variants; in the nearest, an object instead of a string"
        ),
    ])
    func decodableValuesThatDoNotFitHaveLimitFindings(schema: String, json: String, text: String) throws {
        let found = try findings(in: json, as: schema)
        #expect(found.map(\.description) == [text])
        #expect(found.map(\.kind) == [.limit])
    }

    @Test func pointersAndPlacesLeadToTheValue() throws {
        let schema = #"{"properties": {"list": {"type": "array", "items": {"type": "string"}}}}"#
        let found = try #require(findings(in: "{\n\"list\": [\"a\",\n  2]}", as: schema).first)
        #expect(found.pointer == "/list/1")
        #expect(found.place == TextPlace(line: 3, column: 3))
    }

    @Test func directionsHavePropertiesOfTheirOwn() throws {
        let schema = """
            {"required": ["id", "secret"], "properties": {"id": {"type": "string", "readOnly": true},
            "secret": {"type": "string", "writeOnly": true}}}
            """
        #expect(try findings(in: #"{"id": "1"}"#, as: schema, .response) == [])
        #expect(try findings(in: #"{"secret": "1"}"#, as: schema, .request) == [])
        #expect(try findings(in: "{}", as: schema, .response).map(\.pointer) == ["/id"])
        #expect(try findings(in: "{}", as: schema, .request).map(\.pointer) == ["/secret"])
    }

    @Test func discriminatorSelectsTheVariant() throws {
        let schema = """
            {"oneOf": [{"required": ["kind", "a"], "properties": {"kind": {"const": "a"}, "a": {"type": "string"}}},
            {"required": ["kind", "b"], "properties": {"kind": {"const": "b"}, "b": {"type": "string"}}}]}
            """
        #expect(try findings(in: #"{"kind": "b", "b": "x"}"#, as: schema) == [])
        #expect(try findings(in: #"{"kind": "b", "a": "x"}"#, as: schema).map(\.description) == ["/b: missing"])
        let unknown = try findings(in: #"{"kind": "c"}"#, as: schema)
        #expect(unknown.map(\.description) == [#"none of the variants of "kind""#])
        #expect(unknown.map(\.kind) == [.limit])
    }

    @Test func unionsThatContainThemselvesEnd() throws {
        let specification = try Specification(
            schemas: """
                "Value": {"anyOf": [{"$ref": "@Other"}, {"type": "string"}]},
                "Other": {"anyOf": [{"$ref": "@Value"}, {"type": "integer"}]}
                """
        )
        let validator = SchemaValidator(specification)
        let use = specification.use("Value")
        #expect(validator.findings(in: .text("a"), as: use, .response) == [])
        #expect(validator.findings(in: .number(1), as: use, .response) == [])
        #expect(validator.findings(in: .bool(true), as: use, .response).count == 1)
    }

    @Test func nestedUnionsAreCheckedOnce() throws {
        let variants = (0..<12).map { name in
            #"{"properties": {"a\#(name)": {"type": "string"}, "next": {"$ref": "@Value"}}, "#
                + #""required": ["a\#(name)", "next"]}"#
        }
        let json = String(repeating: #"{"next": "#, count: 40) + "1" + String(repeating: "}", count: 40)
        let schema = #"{"anyOf": [\#(variants.joined(separator: ", "))]}"#
        #expect(try findings(in: json, as: schema).count == 1)
    }
}
