import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct SampleMakerTests {
    private func sample(_ schema: String, _ direction: Direction = .response, more: String = "") throws -> String {
        let specification = try Specification(schemas: #""Value": \#(schema)\#(more.isEmpty ? "" : ", " + more)"#)
        let use = specification.use("Value")
        let sample = SampleMaker(specification).sample(of: use, direction)
        let findings = SchemaValidator(specification).findings(in: sample, as: use, direction)
        #expect(findings == [])
        return JSONWriter.text(sample, isPretty: false)
    }

    @Test(arguments: [
        (#"{"type": "string"}"#, #""text""#), (#"{"type": "integer"}"#, "1"), (#"{"type": "boolean"}"#, "true"),
        (#"{"type": "number", "minimum": 2.5}"#, "3"), (#"{"type": "null"}"#, "null"), ("{}", "{}"),
        (#"{"type": "integer", "minimum": 7, "multipleOf": 5}"#, "10"),
        (#"{"type": "integer", "exclusiveMinimum": 1, "maximum": 2}"#, "2"),
        (#"{"type": "integer", "maximum": -3}"#, "-3"), (#"{"type": "number", "exclusiveMaximum": 0.5}"#, "0"),
        (#"{"type": "string", "format": "date-time"}"#, #""2026-01-31T12:00:00Z""#),
        (#"{"type": "string", "format": "email"}"#, #""name@example.com""#),
        (#"{"type": "string", "minLength": 12}"#, #""text text te""#),
        (#"{"type": "string", "maxLength": 2}"#, #""te""#), (#"{"type": "string", "maxLength": 0}"#, "\"\""),
        (#"{"type": "string", "pattern": "^[0-9]{3}-[a-z]+$", "minLength": 8}"#, #""123-efgh""#),
        (#"{"type": "string", "default": "x"}"#, #""x""#), (#"{"enum": ["open", "paid"]}"#, #""open""#),
        (#"{"type": "string", "example": "Mia"}"#, #""Mia""#), (#"{"enum": [2, 3]}"#, "2"),
        (#"{"type": "boolean", "enum": [false]}"#, "false"),
        (#"{"type": "array", "items": {"type": "string"}}"#, #"["text"]"#),
        (#"{"type": "array", "items": {"type": "string"}, "maxItems": 0}"#, "[]"),
        (
            #"{"type": "array", "items": {"type": "string"}, "minItems": 3, "uniqueItems": true}"#,
            #"["text", "text2", "text3"]"#
        ),
        (#"{"type": "array", "items": {"enum": ["a", "b"]}, "minItems": 2, "uniqueItems": true}"#, #"["a", "b"]"#),
        (#"{"additionalProperties": {"type": "integer"}}"#, #"{"key": 1}"#), (#"{"type": "object"}"#, "{}"),
        (#"{"type": "object", "minProperties": 2}"#, #"{"key": "text", "key2": "text"}"#),
        (#"{"oneOf": [{"type": "string"}, {"type": "integer"}]}"#, #""text""#),
        (#"{"type": ["string", "null"]}"#, #""text""#), (#"{"properties": {}, "required": ["a"]}"#, "{}"),
        (#"{"properties": {"a": {"type": "string"}}, "required": ["b"]}"#, #"{"a": "text", "b": "text"}"#),
    ])
    func samplesAreValidAndSmall(schema: String, expected: String) throws {
        #expect(try sample(schema) == expected)
    }

    @Test func optionalPropertiesAreThereNearTheRoot() throws {
        let leaf = #""leaf": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "array"}}}"#
        let schema =
            #"{"properties": {"a": {"type": "string"}, "b": {"properties": {"c": {"type": "integer"}, \#(leaf)}}}}"#
        #expect(try sample(schema) == #"{"a": "text", "b": {"c": 1}}"#)
        #expect(try sample(#"{"type": "array", "items": \#(schema)}"#) == #"[{"a": "text", "b": {"c": 1}}]"#)
    }

    @Test func oneOfSeveralRequiredPropertiesIsThere() throws {
        let inner = #"{"properties": {"a": {}, "b": {}}, "anyOf": [{"required": ["b"]}, {"required": ["a"]}]}"#
        let schema =
            #"{"properties": {"c": {"type": "array", "items": {"properties": {"d": \#(inner)}, "required": ["d"]}}}}"#
        #expect(try sample(schema) == #"{"c": [{"d": {"b": {}}}]}"#)
    }

    @Test func recursionEndsAtTheFirstOptionalPlace() throws {
        let tree = #"{"required": ["name", "children"], "properties": {"name": {"type": "string"}, "children": "#
        let children = #"{"type": "array", "items": {"$ref": "@Value"}}}}"#
        #expect(try sample(tree + children) == #"{"name": "text", "children": []}"#)
        let next = #"{"required": ["next"], "properties": {"next": {"anyOf": [{"$ref": "@Value"}, "#
        #expect(try sample(next + #"{"type": "null"}]}}}"#) == #"{"next": null}"#)
        let optional = #"{"properties": {"id": {"type": "integer"}, "parent": {"$ref": "@Value"}}}"#
        #expect(try sample(optional) == #"{"id": 1}"#)
        let union = #"{"anyOf": [{"required": ["not"], "properties": {"not": {"$ref": "@Value"}}}, "#
        #expect(try sample(union + #"{"type": "string"}]}"#) == #""text""#)
    }

    @Test func directionsLackForeignProperties() throws {
        let schema = """
            {"required": ["id", "secret"], "properties": {"id": {"type": "integer", "readOnly": true},
            "secret": {"type": "string", "writeOnly": true}}}
            """
        #expect(try sample(schema, .request) == #"{"secret": "text"}"#)
        #expect(try sample(schema, .response) == #"{"id": 1}"#)
    }

    @Test func discriminatorsHaveTheValueOfTheVariant() throws {
        let schema = """
            {"oneOf": [{"$ref": "@Cat"}], "discriminator": {"propertyName": "kind",
            "mapping": {"tom": "@Cat", "dog": "@Dog"}}}
            """
        let two = schema.replacing("Cat\"}]", with: "Cat\"}, {\"$ref\": \"@Dog\"}]")
        let object = #"{"required": ["kind"], "properties": {"kind": {"type": "string"}}}"#
        #expect(try sample(two, more: #""Cat": \#(object), "Dog": \#(object)"#) == #"{"kind": "tom"}"#)
    }

    @Test func variantThatNoOtherAcceptsWins() throws {
        let schema = #"{"oneOf": [{"type": "number"}, {"type": "integer"}, {"type": "boolean"}]}"#
        #expect(try sample(schema) == "true")
    }

    @Test func examplesWinIfTheyFit() throws {
        let specification = try Specification(
            schemas: #""Value": {"properties": {"id": {"type": "integer", "maximum": 5}}, "example": {"id": "x"}}"#
        )
        let maker = SampleMaker(specification)
        let use = specification.use("Value")
        func text(_ examples: [String], _ direction: Direction = .response) throws -> String {
            let nodes = try examples.map { json throws(DocumentProblem) in try DocumentNode(json) }
            return JSONWriter.text(maker.sample(of: use, direction, examples: nodes), isPretty: false)
        }
        #expect(try text([#"{"id": "no"}"#, #"{"id": 2, "more": 3}"#]) == #"{"id": 2, "more": 3}"#)
        #expect(try text([]) == #"{"id": 1}"#)
        // A response may be what servers really send; a request must be valid.
        #expect(try text([#"{"id": 9}"#]) == #"{"id": 9}"#)
        #expect(try text([#"{"id": 9}"#], .request) == #"{"id": 1}"#)
        #expect(try text([#""{\"id\": 3}""#]) == #"{"id": 3}"#)
    }

    @Test func longExamplesKeepTwoElements() throws {
        let items = (0..<1_000).map(String.init).joined(separator: ", ")
        let schema = #"{"type": "array", "items": {"type": "integer"}, "example": [\#(items)]}"#
        #expect(try sample(schema) == "[0, 1]")
        let bound = #"{"type": "array", "items": {"type": "integer"}, "minItems": 3, "example": [\#(items)]}"#
        #expect(try sample(bound) == "[\(items)]")
    }

    @Test(arguments: ["-9223372036854775808", "-1", "9223372036854775807", "1e300", "1e999", "0.5"])
    func limitsOfAnySizeEnd(number: String) throws {
        let keywords = [
            "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minimum", "maximum",
            "multipleOf", "exclusiveMinimum", "exclusiveMaximum",
        ]
        let types = [
            #""type": "string""#, #""type": "integer""#, #""type": "number""#, #""type": "string", "format": "uuid""#,
            #""type": "array", "items": {"type": "integer"}"#, #""additionalProperties": {"type": "string"}"#,
            #""type": "array", "uniqueItems": true, "items": {"type": "string"}"#,
            #""type": "object", "properties": {"a": {"type": "string"}}"#,
        ]
        for keyword in keywords {
            for type in types {
                let specification = try Specification(schemas: #""Value": {\#(type), "\#(keyword)": \#(number)}"#)
                let sample = SampleMaker(specification).sample(of: specification.use("Value"), .response)
                #expect(JSONWriter.text(sample, isPretty: false).utf8.count < 100_000)
            }
        }
    }

    @Test func schemasOfManyWaysHaveASmallSample() throws {
        let levels = (0..<60).map { level in
            let next = #"{"$ref": "@L\#(level + 1)"}"#
            return #""L\#(level)": {"required": ["a", "b"], "properties": {"a": \#(next), "b": \#(next)}}"#
        }
        let specification = try Specification(
            schemas: (levels + [#""L60": {"type": "string"}"#]).joined(separator: ",")
        )
        let sample = SampleMaker(specification).sample(of: specification.use("L0"), .response)
        #expect(sample.isNull)
    }
}
