import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct GeneratorTests {
    private static let zoo = """
        paths:
          /animals/{id}:
            get:
              operationId: getAnimal
              tags: [Animals]
              parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
              responses:
                "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Animal" } } } }
          /keepers:
            get:
              operationId: getKeepers
              tags: [Keepers]
              responses:
                "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Keeper" } } } }
        components:
          schemas:
            Animal: { type: object, required: [name], properties: { name: { type: string } } }
            Keeper: { type: object, required: [name], properties: { name: { type: string } } }
        """

    @Test func twoRunsHaveTheSameBytes() throws {
        let one = try GeneratedAPI.of(Self.zoo) { $0.testedModule = "Zoo" }
        let other = try GeneratedAPI.of(Self.zoo) { $0.testedModule = "Zoo" }

        #expect(one.files == other.files)
        #expect(
            one.files.map(\.name) == ["Music+Animals.swift", "Music+Keepers.swift", "Music.swift", "MusicTests.swift"]
        )
    }

    @Test(arguments: [
        (["tag:Animals"], [String](), ["getAnimal"]),
        (["path:/keep*"], [], ["getKeepers"]),
        (["operation:getAnimal", "operation:getKeepers"], [], ["getAnimal", "getKeepers"]),
        ([], ["tag:Animals"], ["getKeepers"]),
        (["path:*"], ["operation:*Keepers"], ["getAnimal"]),
    ])
    func filtersBringWhatTheyNeed(only: [String], except: [String], names: [String]) throws {
        let api = try GeneratedAPI.of(Self.zoo) {
            ($0.only, $0.except) = (only.compactMap(OperationFilter.init), except.compactMap(OperationFilter.init))
        }

        for (name, model) in [("getAnimal", "struct Animal:"), ("getKeepers", "struct Keeper:")] {
            let isThere = names.contains(name)
            #expect(api.lines.contains { $0.hasPrefix("static func \(name)(") } == isThere)
            #expect(api.lines.contains { $0.hasPrefix(model) } == isThere)
        }
    }

    @Test func filterWithoutAMatchNamesSimilarOnes() {
        let error = #expect(throws: UsageError.self) {
            try GeneratedAPI.of(Self.zoo) { $0.only = [OperationFilter("operation:getAnimals")].compactMap(\.self) }
        }
        #expect(
            error?.text == """
                No operation matches "operation:getAnimals". Similar names are "getAnimal", "getKeepers".
                """
        )
    }

    @Test func authorizationIsThatOfMostOperations() throws {
        let api = try GeneratedAPI.of(
            """
            security: [{ token: [] }]
            paths:
              /a: { get: { operationId: a, responses: { "204": { description: "" } } } }
              /b: { get: { operationId: b, responses: { "204": { description: "" } } } }
              /c: { get: { operationId: c, security: [], responses: { "204": { description: "" } } } }
              /d: { get: { operationId: d, security: [{ password: [] }], responses: { "204": { description: "" } } } }
              /e: { get: { operationId: e, security: [{ token: [], key: [] }], responses: { "204": { description: "" } } } }
            components:
              securitySchemes:
                token: { type: http, scheme: bearer }
                password: { type: http, scheme: basic }
                key: { type: apiKey, in: header, name: X-Key }
            """
        )

        #expect(api.lines.contains("var common: HTTPRoute.Common { .init(authorization: .bearer) }"))
        #expect(api.lines.contains { $0.contains(#".init(.get("/a").sample("#) })
        #expect(api.lines.contains { $0.contains(#".get("/c").authorization(.none)"#) })
        #expect(api.lines.contains { $0.contains(#".get("/d").authorization(.basic)"#) })
        #expect(api.text(of: "Music.swift").contains(#"request.headers["X-Key"] = key"#))
    }

    @Test func operationsOfAnotherServerHaveATarget() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /songs:
                post:
                  operationId: upload
                  servers:
                    - url: "https://upload.{region}.example.com"
                      variables: { region: { default: eu, enum: [eu, us] } }
                  responses: { "204": { description: "" } }
            """
        )

        #expect(
            api.text(of: "Music.swift") == #"""
                /// Music, version 1.2.
                struct Music: CallTarget {
                    let request: NamedRoute
                    var baseURL: URL { URL(string: "https://music.example.com/v1")! }
                }

                /// The calls of Music that another server has.
                struct MusicUpload: CallTarget {
                    let request: NamedRoute
                    var baseURL: URL { URL(string: "https://upload.eu.example.com")! }
                }

                /// Servers in place of the base URL: `Provider<MusicUpload>(endpointClosure: { Endpoint($0, baseURL: server) })`.
                extension MusicUpload {
                    /// `region` is one of: eu, us.
                    static func server(region: String = "eu") -> URL? {
                        URL(string: "https://upload.\(region).example.com")
                    }
                }

                """#
        )
        #expect(api.lines.contains("extension Call<MusicUpload, NoContent> {"))
    }

    @Test func relativeServerIsAProblemWithAnAdvice() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /a: { get: { operationId: a, servers: [{ url: /v2 }], responses: { "204": { description: "" } } } }
            """
        )

        #expect(
            api.problems.map(\.text) == [
                "\"/v2\" isn't an absolute URL. The base URL is https://example.com/v2: give the right one with --server."
            ]
        )
    }

    @Test func errorsHaveTheirTypeInTheComment() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /a:
                get:
                  operationId: a
                  responses:
                    "204": { description: "" }
                    "404": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
                    default: { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Fault" } } } }
            components:
              schemas:
                Fault: { type: object, required: [text], properties: { text: { type: string } } }
            """
        )

        #expect(
            api.lines.contains(
                "/// With status 404 and any other status, `error.body(as: Music.Fault.self)` is its reason."
            )
        )
    }

    @Test func testsCallEveryOperation() throws {
        let api = try GeneratedAPI.of(Self.zoo) { $0.testedModule = "Zoo" }

        #expect(
            api.text(of: "MusicTests.swift") == """
                @testable import Zoo

                struct MusicAnimalsTests {
                    private let music = Provider<Music>(stubClosure: Provider.immediatelyStub)

                    @Test func getAnimal() async throws {
                        _ = try await music.value(.getAnimal(id: "text"))
                    }
                }

                struct MusicKeepersTests {
                    private let music = Provider<Music>(stubClosure: Provider.immediatelyStub)

                    @Test func getKeepers() async throws {
                        _ = try await music.value(.getKeepers())
                    }
                }

                /// An argument from JSON.
                private func value<Value: Decodable>(_ json: String) throws -> Value {
                    try ProviderConfiguration().decoder.decode(Value.self, from: Data(json.utf8))
                }

                """
        )
    }

    @Test(arguments: [
        ("{\"a\":1}", "#\"{\"a\":1}\"#"), ("a\"#b", "##\"a\"#b\"##"), ("\\#(x)", "##\"\\#(x)\"##"),
    ])
    func rawLiteralHasNoEscapes(text: String, literal: String) {
        #expect(SwiftLiteral.raw(text) == literal)
    }

    /// Neither may hide the type or the value that the code around it needs.
    @Test func nameOfTheAPIAndSelfAreNoNamesOfArguments() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /a:
                get:
                  operationId: a
                  parameters: [{ name: 动物园, in: query, schema: { type: string } }]
                  responses:
                    "200": { description: "", content: { application/json: { schema: { $ref: "#/components/schemas/Links" } } } }
            components:
              schemas:
                Links: { properties: { self: { type: string } }, additionalProperties: { type: string } }
            """
        ) { $0.apiName = "动物园" }

        #expect(api.lines.contains { $0.hasPrefix("static func a(动物园Query: String? = nil)") })
        #expect(api.lines.contains("self.self2 = self2"))
    }
}
