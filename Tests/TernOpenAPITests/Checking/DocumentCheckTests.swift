import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct DocumentCheckTests {
    private func problems(_ schemas: String, paths: String = "") throws -> [String] {
        DocumentCheck.problems(in: try Specification(schemas: schemas, paths: paths)).map(\.text)
    }

    @Test func soundDocumentsHaveNoProblems() throws {
        let paths = """
            "/a/{b}": {"get": {"operationId": "x", "parameters": [
            {"name": "b", "in": "path", "required": true, "schema": {"type": "integer"}, "example": 1}],
            "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "@A"}}}}}}}
            """
        let schema = #""A": {"properties": {"c": {"type": "string", "example": "d"}}, "example": {"c": "e"}}"#
        #expect(try problems(schema, paths: paths) == [])
    }

    @Test func examplesThatDoNotFitHaveTheirPlace() throws {
        let schemas = """
            "A": {"properties": {"c": {"type": "string"}, "d": {"type": "integer",
              "default": "no"}},
            "example": {"c": "x",
              "d": [1]}}
            """
        let found = DocumentCheck.problems(in: try Specification(schemas: schemas))
        #expect(
            found.map(\.description) == [
                "zoo.json:5:8: The example doesn't fit its schema: /d: an array instead of an integer.",
                "zoo.json:3:14: The example doesn't fit its schema: a string instead of an integer.",
            ]
        )
    }

    @Test func examplesOfBodiesAndParametersAreChecked() throws {
        let paths = """
            "/a": {"post": {"parameters": [{"name": "b", "in": "query", "schema": {"type": "integer"}, "example": "x"}],
            "requestBody": {"content": {"application/json": {"schema": {"$ref": "@A"}, "examples": {"y": {"value": {}}}}}},
            "responses": {"200": {"description": "", "content": {"application/json": {"schema": {"$ref": "@A"},
            "example": 1}}}}}}
            """
        let found = try problems(#""A": {"required": ["c", "d"], "properties": {"c": {}, "d": {}}}"#, paths: paths)
        #expect(
            found == [
                "The example doesn't fit its schema: a string instead of an integer.",
                "The example doesn't fit its schema: /c: missing (and 1 more).",
                "The example doesn't fit its schema: a number instead of an object.",
            ]
        )
    }

    @Test func pathsAndNamesAreChecked() throws {
        let paths = """
            "/a/{b}": {"get": {"operationId": "x", "parameters": [{"name": "c", "in": "path", "required": true}],
            "responses": {}}}, "/a/{d}": {"get": {"operationId": "x", "responses": {}}}
            """
        #expect(
            try problems("", paths: paths) == [
                #"The path of GET /a/{b} has the parameter "b", which isn't declared."#,
                #"The path of GET /a/{b} doesn't have the parameter "c"."#,
                #"The operationId "x" is that of GET /a/{b}, too."#,
                "GET /a/{d} can't be told from GET /a/{b}.",
                #"The path of GET /a/{d} has the parameter "d", which isn't declared."#,
            ]
        )
    }

    @Test func schemasWithoutASampleAreNamed() throws {
        let paths = """
            "/a": {"get": {"responses": {"200": {"description": "", "content": {"application/json": {"schema":
            {"type": "string", "pattern": "^(?=b)a$"}}}}}}}
            """
        let text = "No sample can be made that fits the schema: a text that doesn't match the pattern."
        #expect(try problems("", paths: paths) == [text])
    }

    @Test(arguments: [
        ("/a/{b}", "/a/x%20y", ["b": "x y"]), ("/a/{b}", "/a/", nil), ("/a/{b}", "/a/b/c", nil), ("/a", "/a/", nil),
        ("/{id}.json", "/7.json", [:]), ("/{id}.json", "/.json", nil), ("/{a}:{b}", "/1:2", [:]),
        ("/a%20b", "/a b", [:]),
        ("/a?x=1", "/a", [:]), ("/{a", "/{a", [:]), ("/{b}/{c}", "/1/2", ["b": "1", "c": "2"]),
    ])
    func templatesHaveArguments(template: String, path: String, arguments: [String: String]?) {
        #expect(RouteTemplate(template).arguments(of: RouteTemplate.segments(of: path[...])) == arguments)
    }
}
