import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct UnionWriterTests {
    @Test func discriminatorChoosesTheVariant() throws {
        let plan = try TypePlan.zoo(
            """
            "Pet": {"oneOf": [{"$ref": "@Cat"}, {"$ref": "@Dog"}],
                "discriminator": {"propertyName": "pet_type", "mapping": {
                    "cat": "#/components/schemas/Cat", "dog": "#/components/schemas/Dog"}}},
            "Cat": {"required": ["pet_type"], "properties": {"pet_type": {"type": "string"}}},
            "Dog": {"required": ["pet_type"], "properties": {"pet_type": {"type": "string"}, "bark": {}}}
            """,
            responses: ["Pet"]
        )
        #expect(
            plan.declaration("Pet") == """
                enum Pet: Codable, Sendable {
                    case cat(Cat)
                    case dog(Dog)
                    /// A value of none of these kinds.
                    case other(JSON)

                    private enum CodingKeys: String, CodingKey {
                        case petType = "pet_type"
                    }

                    init(from decoder: any Decoder) throws {
                        let container = try decoder.singleValueContainer()
                        let keys = try? decoder.container(keyedBy: CodingKeys.self)
                        switch try? keys?.decode(String.self, forKey: .petType) {
                        case "cat": self = .cat(try container.decode(Cat.self))
                        case "dog": self = .dog(try container.decode(Dog.self))
                        default: self = .other(try container.decode(JSON.self))
                        }
                    }

                    func encode(to encoder: any Encoder) throws {
                        var container = encoder.singleValueContainer()
                        switch self {
                        case .cat(let value): try container.encode(value)
                        case .dog(let value): try container.encode(value)
                        case .other(let value): try container.encode(value)
                        }
                    }
                }

                """
        )
    }

    @Test func variantHasItsValueOfTheDiscriminator() throws {
        let plan = try TypePlan.zoo(
            """
            "Pet": {"oneOf": [{"$ref": "@Cat"}, {"$ref": "@Dog"}], "discriminator": {"propertyName": "kind"}},
            "Cat": {"required": ["kind"], "properties": {"kind": {"type": "string"}}},
            "Dog": {"properties": {"kind": {"type": "string"}}}
            """,
            requests: ["Pet"]
        )
        #expect(plan.declaration("Cat")?.contains("    var kind: String = \"Cat\"\n") == true)
        #expect(plan.declaration("Dog")?.contains("    var kind: String?\n") == true)
    }

    @Test func numbersChooseAndCasesHaveTheWordsThatDiffer() throws {
        let plan = try TypePlan.zoo(
            """
            "Component": {"oneOf": [{"$ref": "@ButtonComponent"}, {"$ref": "@TextInputComponent"}]},
            "ButtonComponent": {"required": ["type"], "properties": {"type": {"const": 2}}},
            "TextInputComponent": {"required": ["type"], "properties": {"type": {"const": 4}}}
            """,
            responses: ["Component"]
        )
        let text = try #require(plan.declaration("Component"))
        #expect(text.contains("case button(ButtonComponent)\n    case textInput(TextInputComponent)"))
        #expect(text.contains("switch try? keys?.decode(Int.self, forKey: .type) {"))
        #expect(text.contains("case 4: self = .textInput(try container.decode(TextInputComponent.self))"))
    }

    @Test func strictestVariantIsTriedFirst() throws {
        let plan = try TypePlan.zoo(
            """
            "X": {"anyOf": [
                {"type": "string"}, {"$ref": "@Small"}, {"$ref": "@Large"}, {"type": "boolean"},
                {"type": "array", "items": {"type": "string"}}, {"$ref": "@Constant"}
            ]},
            "Small": {"properties": {"a": {"type": "string"}}},
            "Large": {"required": ["a", "b"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
            "Constant": {"required": ["kind"], "properties": {"kind": {"const": "x"}}}
            """,
            responses: ["X"]
        )
        let text = try #require(plan.declaration("X"))
        let attempts = text.split(separator: "\n").filter { $0.contains("if let value") }.map {
            $0.split(separator: "try? container.")[1]
        }
        #expect(
            attempts == [
                "decode(Bool.self) {", "decode(String.self) {", "decode(Large.self) {",
                "decode(Constant.self), value.kind == \"x\" {", "decode(Small.self) {", "decode([String].self) {",
            ]
        )
        #expect(
            text.contains("case string(String)\n    case small(Small)\n    case large(Large)\n    case boolean(Bool)")
        )
    }

    @Test(arguments: [
        (#"{"anyOf": [{"type": "string"}, {"type": "string", "format": "uuid"}]}"#, "String"),
        (#"{"anyOf": [{"type": "integer"}, {"type": "number"}]}"#, "Double"),
        (#"{"anyOf": [{"type": "integer"}, {"type": "integer", "format": "int64"}]}"#, "Int64"),
        (#"{"anyOf": [{}, {"type": "object"}]}"#, "JSON"),
        (#"{"anyOf": [{"type": "string"}, {"enum": ["a", "b"]}]}"#, "OpenEnum<X>"),
        (#"{"anyOf": [{"$ref": "@E"}, {"type": "string"}]}"#, "OpenEnum<E>"),
        (#"{"anyOf": [{"$ref": "@E"}, {"enum": ["c"]}]}"#, "X"),
        (#"{"anyOf": [{"type": "string"}, {"const": "a"}]}"#, "String"),
        (#"{"anyOf": [{"$ref": "@E"}, {"type": "null"}]}"#, "E?"),
        (#"{"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "@X"}}]}"#, "X"),
    ])
    func variantsThatAreOneTypeAreNoUnion(schema: String, type: String) throws {
        let plan = try TypePlan.zoo(#""X": \#(schema), "E": {"enum": ["a", "b"]}"#, requests: ["X"])
        let use = try #require(plan.specification.schemas.isEmpty ? nil : plan.specification.use("X"))
        var text = plan.type(of: use, .request).text(in: nil)
        if type == "E?" { text = plan.type("E", .request) + "?" }
        #expect(text == type)
    }

    @Test func unionsThatContainEachOtherEnd() throws {
        let plan = try TypePlan.zoo(
            """
            "X": {"anyOf": [{"$ref": "@Y"}, {"type": "string"}]},
            "Y": {"anyOf": [{"$ref": "@X"}, {"type": "integer"}, {"type": "boolean"}]}
            """,
            responses: ["X"]
        )
        #expect(plan.declaration("X")?.contains("case y(Y)\n    case string(String)") == true)
        #expect(plan.declaration("Y")?.contains("case integer(Int)\n    case boolean(Bool)\n    /// A value") == true)
        // Y has a case for any value.
        #expect(plan.declaration("X")?.contains("decode(Y.self), !value.isOther {") == true)
        #expect(plan.declaration("Y")?.contains("var isOther: Bool {") == true)
        #expect(plan.declaration("X")?.contains("var isOther") == false)
    }
}
