import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct TypePlanTests {
    @Test(arguments: [
        (#"{"type": "string"}"#, "String"), (#"{"type": "string", "format": "email"}"#, "String"),
        (#"{"type": "string", "format": "date-time"}"#, "Date"), (#"{"type": "string", "format": "date"}"#, "Day"),
        (#"{"type": "string", "format": "uuid"}"#, "UUID"), (#"{"type": "string", "format": "byte"}"#, "Data"),
        (#"{"type": "integer"}"#, "Int"), (#"{"type": "integer", "format": "int64"}"#, "Int64"),
        (#"{"type": "number"}"#, "Double"), (#"{"type": "number", "format": "float"}"#, "Double"),
        (#"{"type": "number", "format": "decimal"}"#, "Decimal"), (#"{"type": "boolean"}"#, "Bool"), ("{}", "JSON"),
        (#"{"type": "object"}"#, "JSON"), (#"{"type": "object", "additionalProperties": true}"#, "JSON"),
        (#"{"type": "object", "additionalProperties": {"type": "integer"}}"#, "[String: Int]"),
        (#"{"type": "array", "items": {"type": "string"}}"#, "[String]"),
        (#"{"type": "array", "items": {"type": ["string", "null"]}}"#, "[String?]"),
        (#"{"type": "string", "enum": ["only"]}"#, "String"), (#"{"const": 3}"#, "Int"),
        (#"{"type": "array", "items": {"$ref": "@X"}}"#, "[JSON]"),
    ])
    func plainSchemasHaveTypesOfSwift(schema: String, type: String) throws {
        let plan = try TypePlan.zoo(#""X": \#(schema)"#, responses: ["X"])
        #expect(plan.type("X", .response) == type)
        #expect(plan.text == "")
    }

    @Test func supportIsOnlyWhatIsUsed() throws {
        #expect(try TypePlan.zoo(#""X": {"type": "string"}"#, responses: ["X"]).support.isEmpty)
        let plan = try TypePlan.zoo(
            #""X": {"type": "object", "properties": {"day": {"type": "string", "format": "date"}, "more": {}}}"#,
            responses: ["X"]
        )
        #expect(plan.support.map { $0.split(separator: "\n")[0] } == ["extension Zoo {", "extension Zoo {"])
        #expect(plan.support[0].contains("enum JSON") && plan.support[1].contains("struct Day"))
    }

    @Test func unusedSchemasHaveNoDeclaration() throws {
        let schemas = """
            "A": {"properties": {"a": {}}}, "B": {"properties": {"c": {"$ref": "@C"}}}, "C": {"properties": {"a": {}}}
            """
        #expect(try TypePlan.zoo(schemas, responses: ["B"]).models(ofTag: "Zoo").count == 2)
    }

    @Test func modelsOfSeveralTagsAreShared() throws {
        let plan = TypePlan(
            try Specification(
                schemas: """
                    "A": {"properties": {"shared": {"$ref": "@S"}}}, "B": {"properties": {"shared": {"$ref": "@S"}}},
                    "S": {"properties": {"a": {}}}
                    """
            ),
            api: "Zoo"
        )
        plan.register(.init(use: plan.specification.use("A"), direction: .response, name: "A", tag: "Apes"))
        plan.register(.init(use: plan.specification.use("B"), direction: .request, name: "B", tag: "Bears"))
        plan.settle()
        let heads = [plan.models(ofTag: "Apes"), plan.models(ofTag: "Bears"), plan.models(ofTag: nil)].map {
            $0.map { $0.prefix(8) }
        }
        #expect(heads == [["struct A"], ["struct B"], ["struct S"]])
    }

    @Test func inlineSchemasHaveTheNameOfTheirOwner() throws {
        let plan = try TypePlan.zoo(
            """
            "User": {"properties": {
                "address": {"properties": {"city": {"properties": {"name": {}}}}},
                "friends": {"type": "array", "items": {"properties": {"a": {}}}},
                "data": {"type": "array", "items": {"properties": {"a": {}}}},
                "status": {"enum": ["on", "off"]}
            }},
            "Admin": {"allOf": [{"$ref": "@User"}, {"properties": {"role": {"enum": ["a", "b"]}}}]},
            "data": {"properties": {"a": {}}}
            """,
            responses: ["Admin", "data", "User"]
        )
        #expect(
            plan.names == [
                "Admin", "AdminRole", "DataModel", "User", "UserAddress", "UserAddressCity", "UserDataItem",
                "UserFriend",
                "UserStatus",
            ]
        )
    }

    @Test func equalNamesGetANumberInTheOrderOfTheDocument() throws {
        let plan = try TypePlan.zoo(
            #""user": {"properties": {"a": {}}}, "User": {"properties": {"a": {}}}, "Zoo": {"properties": {"a": {}}}"#,
            responses: ["Zoo", "User", "user"]
        )
        #expect(plan.names == ["User", "User2", "ZooModel"])
        #expect(plan.type("User", .response) == "User2")
    }

    @Test func differencesOfDirectionsMakeTwoTypes() throws {
        let schemas = """
            "User": {"required": ["id", "name"], "properties": {
                "id": {"type": "string", "readOnly": true}, "name": {"type": "string"},
                "password": {"type": "string", "writeOnly": true}
            }},
            "Team": {"properties": {"users": {"type": "array", "items": {"$ref": "@User"}}}},
            "Room": {"properties": {"name": {"type": "string"}}}
            """
        let plan = try TypePlan.zoo(schemas, requests: ["Team", "Room"], responses: ["Team", "Room"])
        #expect(plan.names == ["Room", "Team", "TeamInput", "User", "UserInput"])
        #expect(plan.type("Team", .request) == "TeamInput" && plan.type("Room", .request) == "Room")
        #expect(plan.declaration("TeamInput")?.contains("var users: [UserInput]?") == true)
        #expect(
            plan.declaration("UserInput") == """
                struct UserInput: Codable, Sendable {
                    var name: String
                    var password: String?
                }

                """
        )
        #expect(plan.declaration("User")?.contains("password") == false)
        // Without a response, the request has the name.
        let requests = try TypePlan.zoo(schemas, requests: ["Team"])
        #expect(requests.names == ["Team", "User"])
        #expect(requests.declaration("User")?.contains("var id") == false)
    }

    @Test func twoPlansOfADocumentAreEqual() throws {
        let schemas = """
            "A": {"oneOf": [{"properties": {"b": {"$ref": "@B"}, "e": {"enum": ["x", "y"]}}}, {"type": "string"}]},
            "B": {"properties": {"a": {"$ref": "@A"}, "c": {"$ref": "@C"}, "d": {"properties": {"x": {}}}}},
            "C": {"properties": {"b": {"$ref": "@B"}, "c": {"$ref": "@C"}}}
            """
        let texts = try (0..<5).map { _ in try TypePlan.zoo(schemas, requests: ["B"], responses: ["A"]).text }
        #expect(Set(texts).count == 1)
    }

    @Test(arguments: [
        (#"{"type": "integer"}"#, "20", "20"), (#"{"type": "integer"}"#, "2.0", "2"),
        (#"{"type": "number"}"#, "1e3", "1e3"),
        (#"{"type": "string"}"#, #""a \"b\"\n""#, #""a \"b\"\n""#), (#"{"type": "boolean"}"#, "true", "true"),
        (#"{"enum": ["open", "in progress"]}"#, #""in progress""#, ".inProgress"),
        (#"{"enum": ["none", "all"]}"#, #""none""#, "Zoo.X.none"),
        (#"{"type": "array", "items": {"enum": ["a", "b"]}}"#, #"["a", "b"]"#, "[.a, .b]"),
        (#"{"type": "integer", "enum": [1, 2]}"#, "2", "._2"),
        (#"{"type": "array", "items": {"type": "integer"}}"#, "[]", "[]"),
        (#"{"anyOf": [{"type": "string"}, {"enum": ["a", "b"]}]}"#, #""c""#, #".unknown("c")"#),
    ])
    func defaultsAreLiterals(schema: String, value: String, literal: String) throws {
        let plan = try TypePlan.zoo(#""X": \#(schema)"#, requests: ["X"])
        #expect(plan.literal(try DocumentNode(value), of: plan.specification.use("X"), .request) == literal)
    }

    @Test(arguments: [
        (#"{"type": "integer"}"#, #""a""#), (#"{"type": "string", "format": "uuid"}"#, #""a""#),
        (#"{"type": "string"}"#, "1"),
        (#"{"enum": ["a", "b"]}"#, #""c""#), (#"{"properties": {"a": {}}}"#, "{}"), (#"{"type": "integer"}"#, "1.5"),
        (#"{"type": "integer"}"#, "99999999999999999999"), (#"{"type": "number"}"#, "1e999"),
    ])
    func otherValuesHaveNoLiteral(schema: String, value: String) throws {
        let plan = try TypePlan.zoo(#""X": \#(schema)"#, requests: ["X"])
        #expect(plan.literal(try DocumentNode(value), of: plan.specification.use("X"), .request) == nil)
    }
}

extension TypePlan {
    /// Of all declarations.
    fileprivate var names: [String] {
        (models(ofTag: "Zoo") + models(ofTag: nil)).compactMap { text in
            text.split(separator: "\n").first { $0.contains(" {") }?.split(separator: ":").first?.split(separator: " ")
                .last
                .map(String.init)
        }
    }
}
