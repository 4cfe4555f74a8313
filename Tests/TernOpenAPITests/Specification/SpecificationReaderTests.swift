import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct SpecificationReaderTests {
    @Test func operationHasTheParametersOfItsPathAndItsOwn() throws {
        let operation = try operation(
            """
              /animals/{id}:
                parameters:
                  - {name: id, in: path, required: true, schema: {type: string}}
                  - {name: fields, in: query, schema: {type: array, items: {type: string}}, explode: false}
                  - {name: lang, in: query, schema: {type: string}}
                get:
                  parameters:
                    - {name: lang, in: query, required: true, schema: {type: integer}}
                    - {name: Authorization, in: header, schema: {type: string}}
                    - {name: filter, in: query, style: deepObject, content: {application/json: {schema: {type: object}}}}
            """
        )
        #expect(operation.method == "GET" && operation.path == "/animals/{id}")
        #expect(operation.parameters.map(\.name) == ["id", "fields", "lang", "filter"])
        #expect(operation.parameters.map(\.isRequired) == [true, false, true, false])
        #expect(operation.parameters.map(\.style) == [.simple, .form, .form, .deepObject])
        #expect(operation.parameters.map(\.explode) == [false, false, true, false])
        #expect(operation.parameters.map(\.mediaType) == [nil, nil, nil, "application/json"])
    }

    @Test func bodiesAndResponsesFollowReferences() throws {
        let operation = try operation(
            """
              /animals:
                post:
                  requestBody: {$ref: '#/components/requestBodies/Animal'}
                  responses:
                    '201': {$ref: '#/components/responses/Created'}
                    default: {description: Failed.}
            components:
              requestBodies:
                Animal:
                  required: true
                  content:
                    Application/JSON; charset=utf-8:
                      schema: {type: object}
                      examples: {one: {value: {name: Ida}}, two: {$ref: '#/components/examples/Two'}}
                    multipart/form-data:
                      schema: {type: object}
                      encoding: {photo: {contentType: image/png}}
              examples: {Two: {value: {name: Otto}}}
              responses:
                Created:
                  description: It lives here now.
                  headers: {Location: {schema: {type: string}}}
                  content: {application/json: {schema: {type: string}, example: x}}
            """
        )
        let body = try #require(operation.body)
        #expect(body.isRequired && body.contents.map(\.essence) == ["application/json", "multipart/form-data"])
        #expect(
            body.contents[0].isJSON && body.contents[0].examples.compactMap { $0["name"]?.string } == ["Ida", "Otto"]
        )
        #expect(body.contents[1].encodings["photo"]?.contentType == "image/png")
        #expect(operation.responses.map(\.status) == ["201", "default"])
        #expect(operation.responses[0].lowestStatus == 201)
        #expect(operation.responses[1].lowestStatus == nil && !operation.responses[1].isSuccess)
    }

    @Test func securityOfAnOperationWins() throws {
        let specification = try specification(
            """
            openapi: 3.1.0
            info: {title: Zoo, version: '1'}
            security: [{key: []}, {login: []}]
            paths:
              /a:
                get: {}
                put: {security: []}
                post: {security: [{login: [write]}, {}]}
            components:
              securitySchemes:
                key: {type: apiKey, in: header, name: X-Key}
                login: {type: oauth2, flows: {}}
                basic: {type: http, scheme: Basic}
                token: {type: apiKey, in: header, name: Authorization}
                tls: {type: mutualTLS}
            """
        )
        #expect(specification.operations.map(\.security) == [[["key"], ["login"]], [], [["login"], []]])
        #expect(
            specification.securitySchemes == [
                "key": .header("X-Key"), "login": .http("bearer"), "basic": .http("basic"),
                "token": .header("Authorization"),
                "tls": .other("mutualTLS"),
            ]
        )
    }

    @Test func serversHaveVariables() throws {
        let specification = try specification(
            """
            openapi: 3.0.0
            info: {title: Zoo, version: '1'}
            servers:
              - url: https://{region}.example.com:{port}/v1
                variables: {region: {default: eu, enum: [eu, us]}, port: {default: 443}}
            paths:
              /a: {servers: [{url: 'https://upload.example.com'}], get: {}, put: {servers: [{url: /b}]}}
            """
        )
        let server = try #require(specification.servers.first)
        #expect(server.variables.map(\.value) == ["eu", "443"] && server.variables[0].allowed == ["eu", "us"])
        #expect(specification.operations.map { $0.servers?.first?.url } == ["https://upload.example.com", "/b"])
    }

    @Test func newMethodsAndWhatIsNotReadAreListed() throws {
        let specification = try specification(
            """
            openapi: 3.2.0
            info: {title: Zoo, version: '1'}
            paths:
              /a: {query: {operationId: find}, additionalOperations: {COPY: {operationId: copy}}}
              /b: {post: {callbacks: {done: {}}, parameters: [{name: x}]}}
            webhooks: {arrived: {}}
            """
        )
        #expect(specification.operations.map(\.method) == ["QUERY", "COPY", "POST"])
        #expect(
            specification.problems.map(\.description) == [
                "openapi.yaml:5:26: Callbacks aren't generated: they are requests of the server.",
                "openapi.yaml:6:11: Webhooks aren't generated: they are requests of the server.",
                "openapi.yaml:5:51: A parameter needs a name, and a place: path, query, header or cookie.",
            ]
        )
    }

    @Test(arguments: [
        (
            "text/event-stream", "{properties: {event: {type: string}, data: {contentSchema: {type: integer}}}}",
            "integer"
        ),
        ("text/event-stream", "{properties: {data: {type: number}}}", "number"),
        ("text/event-stream", "{type: boolean}", "boolean"),
        ("application/jsonl", "{properties: {data: {type: number}}}", "{data: number}"),
    ]) func elementOfAStreamIsThatOfItsData(mediaType: String, schema: String, outline: String) throws {
        let specification = try specification(
            """
            openapi: 3.2.0
            info: {title: Zoo, version: '1'}
            paths: {/a: {get: {responses: {'200': {content: {\(mediaType): {itemSchema: \(schema)}}}}}}}
            """
        )
        let content = try #require(specification.operations.first?.responses.first?.contents.first)
        #expect(specification.outline(of: try #require(content.itemSchema)) == outline)
    }

    @Test func statusWithoutABodyHasNoContent() throws {
        let operation = try operation(
            """
              /a:
                delete:
                  responses:
                    '204': {content: {application/json: {schema: {type: object}}}}
                    '200': {content: {application/json: {schema: {type: object}}}}
            """
        )
        #expect(operation.responses.map(\.contents.count) == [0, 1])
    }

    // MARK: - Private

    private func operation(_ paths: String) throws -> TernOpenAPI.Operation {
        let head = "openapi: 3.1.0\ninfo: {title: Zoo, version: '1'}\npaths:\n"
        return try #require(try specification(head + paths).operations.first)
    }
}
