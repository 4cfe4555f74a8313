import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct MergedPropertyTests {
    /// The property `a` of `Value`, which is `allOf` of both.
    private func property(_ first: String, _ second: String) throws -> (use: SchemaUse, schema: Schema) {
        func object(_ schema: String) -> String { #"{"type": "object", "properties": {"a": \#(schema)}}"# }
        let specification = try Specification(
            schemas: """
                "Value": {"allOf": [\(object(first)), \(object(second))]},
                "Status": {"type": "string", "enum": ["open", "paid"]},
                "Named": {"type": "object", "required": ["x"], "properties": {"x": {"type": "string"}}}
                """
        )
        guard case .object(let object) = specification[specification.use("Value")].shape else {
            throw DocumentProblem(file: "", place: nil, "No object.")
        }
        let use = try #require(object.properties.first).use
        return (use, specification[use])
    }

    @Test(arguments: [
        (#"{"type": "integer"}"#, #"{"type": "integer", "enum": [400]}"#),
        (#"{"enum": [400]}"#, #"{"type": "integer", "description": "The status."}"#),
    ])
    func listedValuesWin(first: String, second: String) throws {
        guard case .integers(let cases) = try property(first, second).schema.shape else {
            Issue.record("It isn't an enum.")
            return
        }
        #expect(cases.map(\.value) == [400])
    }

    @Test func namedSchemasKeepTheirName() throws {
        #expect(try property(#"{"$ref": "@Status"}"#, #"{"description": "More."}"#).schema.name == "Status")
        #expect(try property(#"{"type": "string"}"#, #"{"$ref": "@Status"}"#).schema.name == "Status")
        let described = try property(#"{"$ref": "@Status"}"#, #"{"description": "More."}"#).use
        #expect(described.description == "More.")
    }

    @Test func objectsAndElementsAreMerged() throws {
        let second = #"{"type": "object", "required": ["y"], "properties": {"y": {"type": "integer"}}}"#
        guard case .object(let object) = try property(#"{"$ref": "@Named"}"#, second).schema.shape else {
            Issue.record("It isn't an object.")
            return
        }
        #expect(object.properties.map(\.name).sorted() == ["x", "y"])
        #expect(object.properties.map(\.isRequired) == [true, true])
        let lists = try Specification(
            schemas: """
                "Value": {"allOf": [{"items": {"type": "string"}}, {"type": "array", "items": {"enum": ["b"]}}]}
                """
        )
        guard case .array(let element) = lists[lists.use("Value")].shape, case .strings = lists[element].shape else {
            Issue.record("The elements aren't merged.")
            return
        }
    }

    @Test func flagsBelongToAllThatHaveAType() throws {
        let flags = #"{"type": "string", "readOnly": true, "nullable": true}"#
        let own = try property(flags, #"{"description": "More."}"#).use
        #expect(own.isReadOnly && own.isNullable)
        let both = try property(flags, #"{"type": "string", "enum": ["a"]}"#).use
        #expect(!both.isReadOnly && !both.isNullable)
    }

    @Test func variantThatAddsNothingIsNotItsBase() throws {
        let specification = try Specification(
            schemas: """
                "Pet": {"type": "object", "properties": {"kind": {"type": "string"}}, "discriminator": {"propertyName":
                "kind", "mapping": {"cat": "@Cat", "dog": "@Dog"}}},
                "Cat": {"allOf": [{"$ref": "@Pet"}]}, "Dog": {"allOf": [{"$ref": "@Pet"}, {"properties": {"a": {}}}]}
                """
        )
        guard case .union(let union) = specification[specification.use("Pet")].shape else {
            Issue.record("It isn't a union.")
            return
        }
        let names = union.variants.map { specification[$0].name }
        #expect(names == ["Cat", "Dog"])
        #expect(union.discriminator?.values == [["cat"], ["dog"]])
        for variant in union.variants {
            guard case .object = specification[variant].shape else {
                Issue.record("The variant isn't an object.")
                return
            }
        }
    }
}
