import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct CallTests {
    @Test func callIsALineThatAPersonWouldWrite() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /albums/{id}:
                get:
                  operationId: getAlbumTitle
                  tags: [Albums]
                  summary: The title of an album.
                  parameters:
                    - { name: id, in: path, required: true, schema: { type: integer } }
                    - { name: language, in: query, description: Two letters., schema: { type: string } }
                    - { name: limit, in: query, schema: { type: integer, default: 20 } }
                  responses:
                    "200": { description: "", content: { text/plain: { schema: { type: string, example: Blue } } } }
                delete:
                  operationId: deleteAlbum
                  tags: [Albums]
                  deprecated: true
                  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
                  responses: { "204": { description: "" } }
            """
        )

        #expect(
            api.text(of: "Music+Albums.swift") == #"""
                extension Call<Music, String> {
                    /// The title of an album.
                    ///
                    /// - Parameters:
                    ///   - language: Two letters.
                    static func getAlbumTitle(id: Int, language: String? = nil, limit: Int = 20) -> Self {
                        .init(.get("/albums/\(id)").query(["language": language, "limit": limit]).sample(.text("Blue")))
                    }
                }

                extension Call<Music, NoContent> {
                    @available(*, deprecated)
                    static func deleteAlbum(id: Int) -> Self { .init(.delete("/albums/\(id)").sample(.status(204))) }
                }

                """#
        )
        #expect(
            api.text(of: "Music.swift") == """
                /// Music, version 1.2.
                struct Music: CallTarget {
                    let request: NamedRoute
                    var baseURL: URL { URL(string: "https://music.example.com/v1")! }
                }

                """
        )
        #expect(api.problems == [])
    }

    @Test func enumHasOneSwitch() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /albums/{id}:
                get:
                  operationId: album
                  parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
                  responses: { "200": { description: "", content: { text/plain: {} } } }
              /latest:
                get: { operationId: latest, responses: { "204": { description: "" } } }
            """
        ) { $0.form = .enumeration }

        #expect(
            api.text(of: "Music.swift") == #"""
                /// Music, version 1.2.
                enum Music: RoutedTarget {
                    case album(id: Int)
                    case latest

                    var route: HTTPRoute {
                        switch self {
                        case .album(let id):
                            return .get("/albums/\(id)").sample(.text("text"))
                        case .latest:
                            return .get("/latest").sample(.status(204))
                        }
                    }

                    var baseURL: URL { URL(string: "https://music.example.com/v1")! }
                }

                """#
        )
        #expect(
            api.text(of: "Music+Albums.swift") == """
                extension Call<Music, String> {
                    static func album(id: Int) -> Self { .init(.album(id: id)) }
                }

                """
        )
    }

    @Test(arguments: [
        (#""204": { description: "" }"#, "NoContent", ".status(204)"),
        (#""201": { description: "", content: { text/plain: {} } }"#, "String", #".text("text", status: 201)"#),
        (
            #""200": { description: "", content: { image/png: {} } }"#, "Data",
            #".data(Data("data".utf8), contentType: "image/png")"#
        ),
        (
            #""200": { description: "", content: { application/json: { schema: { type: integer } } } }"#, "Int",
            ##".json(text: #"1"#)"##
        ),
        (
            #""200": { description: "", content: { application/json: { schema: { type: integer } } } }, "204": { description: "" }"#,
            "Int?", ##".json(text: #"1"#)"##
        ),
        (
            #""200": { description: "", content: { text/event-stream: { schema: { type: integer } } } }"#, "Int",
            #".events([ServerSentEvent(data: "1")])"#
        ),
        (
            #""200": { description: "", content: { application/jsonl: { itemSchema: { type: integer } } } }"#, "Int",
            #".data(Data(("1" + "\n").utf8), contentType: "application/jsonl")"#
        ),
        (#"default: { description: "", content: { text/plain: {} } }"#, "String", #".text("text")"#),
        (#""404": { description: "" }"#, "NoContent", ".status(200)"),
    ])
    func valueAndSampleAreThoseOfTheResponse(responses: String, type: String, sample: String) throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /x:
                get: { operationId: x, responses: { \(responses) } }
            """
        )

        #expect(api.lines.contains("extension Call<Music, \(type)> {"))
        #expect(api.lines.contains { $0.contains(".sample(\(sample))") })
    }

    @Test(arguments: [
        (
            "required: true, content: { application/json: { schema: { type: integer } } }", ["body: Int"],
            [".json(body)"]
        ),
        (
            "content: { application/json: { schema: { type: integer } } }", ["body: Int? = nil"],
            ["body.map { route.json($0) } ?? route"]
        ),
        (
            "required: true, content: { application/vnd.api+json: { schema: { type: integer } } }", ["body: Int"],
            [#".headers(["Content-Type": "application/vnd.api+json"]).json(body)"#]
        ),
        (
            "required: true, content: { text/csv: {} }", ["body: String"],
            [#".data(Data(body.utf8), contentType: "text/csv")"#]
        ),
        ("required: true, content: { image/png: {} }", ["body: Data"], [#".data(body, contentType: "image/png")"#]),
        (
            """
            required: true, content: { multipart/form-data: { schema: { type: object, required: [file], properties: { \
            file: { type: string, format: binary }, title: { type: string }, year: { type: integer } } } } }
            """,
            ["file: HTTPTask.Part", "title: String? = nil"],
            [
                "parts.append(file)", "if let title {", #"parts.append(.text(title, name: "title"))"#,
                #"parts.append(.text("\(year)", name: "year"))"#, ".multipart(parts)",
            ]
        ),
        (
            """
            required: true, content: { multipart/form-data: { schema: { type: object, required: [key, mood, size], \
            properties: { key: { anyOf: [{ type: string }, { type: string, enum: [a] }] }, mood: { anyOf: \
            [{ type: string }, { type: string, enum: [calm, glad] }] }, size: { type: integer, enum: [1, 2] } } } } }
            """,
            ["key: String"],
            [
                #"parts.append(.text(key, name: "key"))"#, #"parts.append(.text(mood.rawValue, name: "mood"))"#,
                #"parts.append(.text("\(size.rawValue)", name: "size"))"#,
            ]
        ),
        (
            "required: true, content: { multipart/related: {} }", ["body: [HTTPTask.Part]"],
            [#".multipart(body, contentType: "multipart/related")"#]
        ),
        (
            "required: true, content: { text/csv: {}, application/json: { schema: { type: integer } } }",
            ["(body: Int)", "(text: String)"], [".json(body)", ".data(Data(text.utf8)"]
        ),
    ])
    func bodyIsThatOfTheMediaType(body: String, parameters: [String], parts: [String]) throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /x:
                post: { operationId: x, requestBody: { \(body) }, responses: { "204": { description: "" } } }
            """
        )

        for text in parameters + parts { #expect(api.lines.contains { $0.contains(text) }, "\(text)") }
    }

    @Test func streamBesideJSONIsACallOfItsOwn() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /plays:
                get:
                  operationId: plays
                  responses:
                    "200":
                      description: ""
                      content:
                        application/json: { schema: { type: array, items: { type: integer } } }
                        text/event-stream: { schema: { type: integer } }
            """
        )

        #expect(
            api.text(of: "Music+Plays.swift") == ##"""
                extension Call<Music, [Int]> {
                    static func plays() -> Self { .init(.get("/plays").sample(.json(text: #"[1]"#))) }
                }

                extension Call<Music, Int> {
                    /// The response is a stream: `provider.values(.playsStream(…))` has its elements.
                    static func playsStream() -> Self { .init(.get("/plays").sample(.events([ServerSentEvent(data: "1")]))) }
                }

                """##
        )
    }

    @Test func namesAreStableAndUnique() throws {
        let api = try GeneratedAPI.of(
            """
            paths:
              /users/{login}/posts:
                get: { responses: { "204": { description: "" } }, parameters: [{ $ref: "#/components/parameters/login" }] }
              /a:
                get: { operationId: users/get-by-username, responses: { "204": { description: "" } } }
                put: { operationId: same, responses: { "204": { description: "" } } }
                post: { operationId: same, responses: { "204": { description: "" } } }
                delete: { operationId: init, responses: { "204": { description: "" } } }
                patch: { operationId: route, responses: { "204": { description: "" } } }
            components:
              parameters:
                login: { name: login, in: path, required: true, schema: { type: string } }
            """
        )
        let names = api.lines.compactMap { line in
            line.hasPrefix("static func ") ? String(line.dropFirst(12).prefix { $0 != "(" }) : nil
        }

        #expect(names == ["usersGetByUsername", "same", "same2", "`init`", "route2", "getUsersByLoginPosts"])
    }
}
