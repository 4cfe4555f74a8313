import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct ModelWriterTests {
    @Test func structsHaveCommentsAndKeysWhereNamesDiffer() throws {
        let plan = try TypePlan.zoo(
            #"""
            "Animal": {"description": "An animal. */ \"\"\"", "required": ["id", "kind"], "properties": {
                "id": {"type": "string", "description": "The id.\r\n\r\nIt is unique."},
                "kind": {"const": "animal"},
                "avatar_url": {"type": "string", "deprecated": true},
                "limit": {"type": "integer", "default": 20, "description": "At most."},
                "class": {"type": ["string", "null"]},
                "+1": {"type": "integer"}, "-1": {"type": "integer"}, "user_name": {}, "userName": {}
            }}
            """#,
            responses: ["Animal"]
        )
        #expect(
            plan.text == #"""
                /// An animal. */ """
                struct Animal: Codable, Sendable {
                    /// The id.
                    ///
                    /// It is unique.
                    var id: String
                    var kind = "animal"
                    /// Deprecated.
                    var avatarURL: String?
                    /// At most.
                    ///
                    /// Default: `20`.
                    var limit: Int?
                    var `class`: String?
                    var plus1: Int?
                    var minus1: Int?
                    var userName: JSON?
                    var userName2: JSON?

                    private enum CodingKeys: String, CodingKey {
                        case id
                        case kind
                        case avatarURL = "avatar_url"
                        case limit
                        case `class`
                        case plus1 = "+1"
                        case minus1 = "-1"
                        case userName = "user_name"
                        case userName2 = "userName"
                    }
                }
                """#
        )
    }

    @Test func requestsTellNullFromAbsentProperties() throws {
        let schemas = """
            "Change": {"required": ["a", "b"], "properties": {
                "a": {"type": "string"}, "b": {"type": ["string", "null"]}, "c": {"type": "integer"},
                "d": {"type": ["integer", "null"]}, "e": {"enum": ["x", "y"], "default": "x"}
            }}
            """
        #expect(
            try TypePlan.zoo(schemas, patches: ["Change"]).declaration("ChangeModel") == """
                struct ChangeModel: Codable, Sendable {
                    var a: String
                    var b: Change<String> = .null
                    var c: Int?
                    var d: Change<Int> = .unchanged
                    /// Default: `.x`.
                    var e: ChangeModelE?
                }

                """
        )
        let other = try TypePlan.zoo(schemas, requests: ["Change"]).declaration("ChangeModel")
        #expect(other?.contains("var b: Change<String> = .null\n    var c: Int?\n    var d: Int?") == true)
        let response = try TypePlan.zoo(schemas, responses: ["Change"]).declaration("ChangeModel")
        #expect(response?.contains("var b: String?") == true && response?.contains("Change<") == false)
    }

    @Test func propertiesThatMustBeThereHaveTheirDefault() throws {
        let schemas = """
            "X": {"required": ["a", "b", "c"], "properties": {
                "a": {"enum": ["open", "done"], "default": "open"}, "b": {"type": "integer", "default": 5},
                "c": {"type": "array", "items": {"type": "string"}, "default": []}
            }}
            """
        let request = try TypePlan.zoo(schemas, requests: ["X"]).declaration("X")
        #expect(request?.contains("var a: XA = .open\n    var b: Int = 5\n    var c: [String] = []") == true)
        let response = try TypePlan.zoo(schemas, responses: ["X"]).declaration("X")
        #expect(response?.contains("var a: OpenEnum<XA> = .known(.open)") == true)
    }

    @Test func enumsHaveNamesForAllValues() throws {
        let plan = try TypePlan.zoo(
            """
            "Size": {"enum": ["small", "EXTRA_LARGE", "", "+1", "default", "1.5", "a b", "a-b"]},
            "Level": {"type": "integer", "enum": [1, 2, -1]},
            "Named": {"oneOf": [{"const": 1, "title": "LOW"}, {"const": 2, "title": "high", "description": "Best."}]}
            """,
            requests: ["Size", "Level", "Named"]
        )
        #expect(
            plan.declaration("Size") == """
                enum Size: String, CaseIterable, Codable, Sendable {
                    case small
                    case extraLarge = "EXTRA_LARGE"
                    case empty = ""
                    case plus1 = "+1"
                    case `default`
                    case _1Point5 = "1.5"
                    case aB = "a b"
                    case aB2 = "a-b"
                }

                """
        )
        #expect(plan.declaration("Level")?.contains("case _1 = 1\n    case _2 = 2\n    case minus1 = -1\n") == true)
        #expect(plan.declaration("Named")?.contains("case low = 1\n    /// Best.\n    case high = 2\n") == true)
        #expect(plan.type("Size", .request) == "Size" && plan.type("Size", .response) == "OpenEnum<Size>")
    }

    @Test func furtherKeysOfASchemaAreKept() throws {
        let plan = try TypePlan.zoo(
            #""X": {"required": ["a"], "properties": {"a": {"type": "string"}, "b_c": {"type": "integer"}}, "additionalProperties": {"type": "integer"}}"#,
            responses: ["X"]
        )
        #expect(
            plan.text == """
                struct X: Codable, Sendable {
                    var a: String
                    var bC: Int?
                    /// The values of all other keys.
                    var additionalProperties: [String: Int] = [:]

                    private enum CodingKeys: String, CodingKey {
                        case a
                        case bC = "b_c"
                    }

                    init(a: String, bC: Int? = nil, additionalProperties: [String: Int] = [:]) {
                        self.a = a
                        self.bC = bC
                        self.additionalProperties = additionalProperties
                    }

                    init(from decoder: any Decoder) throws {
                        let container = try decoder.container(keyedBy: CodingKeys.self)
                        a = try container.decode(String.self, forKey: .a)
                        bC = try container.decodeIfPresent(Int.self, forKey: .bC)
                        additionalProperties = try PropertyName.values(in: decoder, besides: CodingKeys.self)
                    }

                    func encode(to encoder: any Encoder) throws {
                        var container = encoder.container(keyedBy: CodingKeys.self)
                        try container.encode(a, forKey: .a)
                        try container.encodeIfPresent(bC, forKey: .bC)
                        try PropertyName.encode(additionalProperties, to: encoder)
                    }
                }
                """
        )
        #expect(plan.support.count == 1)
    }

    /// Large structs within each other cost the compiler minutes, and a thread its stack.
    @Test func largeValuesWithinOthersAreIndirect() throws {
        let fields = (0..<130).map { #""p\#($0)": {"type": "string"}"# }.joined(separator: ", ")
        let plan = try TypePlan.zoo(
            """
            "Large": {"properties": {\(fields)}},
            "Small": {"properties": {"a": {"type": "string"}}},
            "Owner": {"required": ["first"], "properties": {"first": {"$ref": "#/components/schemas/Large"}, "second": {"$ref": "#/components/schemas/Large"}, "small": {"$ref": "#/components/schemas/Small"},
                "list": {"type": "array", "items": {"$ref": "#/components/schemas/Large"}}}},
            "Pet": {"oneOf": [{"$ref": "#/components/schemas/Large"}, {"$ref": "#/components/schemas/Small"}]},
            "Toy": {"oneOf": [{"$ref": "#/components/schemas/Small"}, {"type": "string"}]}
            """,
            responses: ["Owner", "Pet", "Toy"]
        )
        let owner = try #require(plan.declaration("Owner"))
        #expect(owner.contains("    var first: Large\n    @Indirect var second: Large? = nil\n    var small: Small?\n"))
        #expect(owner.contains("    var list: [Large]?\n"))
        #expect(plan.declaration("Pet")?.hasPrefix("indirect enum Pet") == true)
        #expect(plan.declaration("Toy")?.hasPrefix("enum Toy") == true)
    }

    @Test func valuesThatContainThemselvesAreIndirect() throws {
        let plan = try TypePlan.zoo(
            """
            "Node": {"properties": {"parent": {"$ref": "@Node"}, "children": {"type": "array", "items": {"$ref": "@Node"}}}},
            "A": {"properties": {"b": {"$ref": "@B"}}}, "B": {"required": ["a"], "properties": {"a": {"$ref": "@A"}}},
            "Filter": {"properties": {"not": {"$ref": "@Clause"}}},
            "Clause": {"anyOf": [{"$ref": "@Filter"}, {"type": "string"}]}
            """,
            responses: ["Node", "A", "Filter"]
        )
        #expect(
            plan.declaration("Node")?.contains("@Indirect var parent: Node? = nil\n    var children: [Node]?") == true
        )
        #expect(plan.declaration("A")?.contains("    var b: B?\n") == true)
        #expect(plan.declaration("B")?.contains("    @Indirect var a: A\n") == true)
        #expect(plan.declaration("Filter")?.contains("    var not: Clause?\n") == true)
        #expect(plan.declaration("Clause")?.hasPrefix("indirect enum Clause") == true)
        #expect(plan.support.contains { $0.contains("struct Indirect<Value>") })
    }

    @Test func longDeclarationsOfHashableModelsHaveSeveralLines() throws {
        let long = String(repeating: "veryLong", count: 10)
        let plan = try TypePlan.zoo(
            """
            "X\(long)": {"required": ["x"], "properties": {"x": {"type": "string", "description": "A\\u0000\\u202eB"}}},
            "E": {"enum": ["a", "\(long)_\(long)"]}
            """,
            responses: ["X\(long)", "E"],
            isHashable: true
        )
        #expect(
            plan.declaration("X\(long)") == """
                struct X\(long):
                    Codable, Hashable, Sendable
                {
                    /// AB
                    var x: String
                }

                """
        )
        let name = long + "V" + long.dropFirst()
        #expect(plan.declaration("E")?.contains("    case \(name) =\n        \"\(long)_\(long)\"\n") == true)
    }
}
