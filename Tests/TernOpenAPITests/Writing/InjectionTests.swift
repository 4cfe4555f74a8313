import Foundation
import Testing

@testable import TernOpenAPI

/// A document's texts stand in literals and comments only, whatever they are.
@Suite(.timeLimit(.minutes(20)))
struct InjectionTests {
    /// Those that end a literal or a comment have a semicolon, which generated code hasn't.
    private static let texts = [
        "evil",
        "\"evil\"",
        "a\"); evil; (\"",
        "\\(evil;)",
        "\\#(evil;)",
        "\\##(evil;)\"##",
        "\"#; evil; #\"",
        "\"##evil",
        // A sign with a mark is one character, but the compiler sees the sign.
        "\"#\u{301}; evil;",
        "\"#\u{200D}; evil;",
        "\"\u{301}; evil;",
        "\\#\u{FE0F}(evil;)",
        "\"\"\"\nevil;\n\"\"\"",
        "\"\"\"#\nevil;",
        "\n\"\"\"##\u{301}\nevil;\n",
        "a\nevil;",
        "a\r\nevil;",
        "a\revil;",
        "a\u{B}evil;",
        "a\u{C}evil;",
        "a\u{85}evil;",
        "a\u{2028}evil;",
        "a\u{2029}evil;",
        "a\0evil;",
        "a\u{1B}[2Jevil",
        "*/ evil; /*",
        "`evil;`",
        "```\nevil;",
        "// evil",
        "\u{202E}live\u{2066}evil",
        "\u{FEFF}evil",
        "\u{345}evil",
        "\u{FFFF}evil",
        "\u{10FFFF}evil",
        "../evil",
        "/evil\0",
        "{evil}",
        "}evil{",
        "$0 evil",
        "#if evil",
        "%00evil%2F..%2f",
        "1evil",
        "\t evil \t",
        String(repeating: "evil ", count: 60),
        "e" + String(repeating: "\u{301}", count: 200) + "vil",
    ]

    @Test(arguments: texts)
    func textOfTheDocumentIsNeverCode(text: String) throws {
        let document = try JSONSerialization.data(withJSONObject: Self.document(with: text), options: .sortedKeys)
        let specification = try SpecificationReader.read(DocumentFiles(name: "zoo.json") { _ in document })
        var options = GeneratorOptions(
            apiName: SwiftName.type(String(text.unicodeScalars.prefix(30))),
            documentName: text
        )
        (options.form, options.testedModule) = (.enumeration, "Zoo")

        let files = try Generator.generate(specification, options: options).files

        #expect(files.count > 1)
        for file in files {
            #expect(!file.name.contains { "/\0".contains($0) } && file.name.utf8.count < 250)
            var scanner = CodeScanner(file.text)
            #expect(!scanner.code().contains { ";\\#\"".contains($0) }, "\(scanner.code())")
        }
    }

    /// A document with the text wherever it may stand.
    private static func document(with text: String) -> [String: Any] {
        let scalar: [String: Any] = ["type": "string", "default": text, "description": text, "title": text]
        let properties: [String: Any] = [
            text: scalar, "constant": ["const": text], "enum": ["enum": [text, "other"], "default": text],
            "enums": [
                "enum": [text + "1", "\(text)2"], "x-enum-varnames": [text, "b"], "x-enum-descriptions": [text, "b"],
            ],
            "list": ["type": "array", "items": scalar, "default": [text]], "map": ["additionalProperties": scalar],
            "object": ["type": "object", "properties": [text: scalar], "additionalProperties": ["type": "integer"]],
            "union": [
                "oneOf": [["$ref": "#/components/schemas/Cat"], ["$ref": "#/components/schemas/Dog"]],
                "discriminator": [
                    "propertyName": text,
                    "mapping": [text: "#/components/schemas/Cat", "dog": "#/components/schemas/Dog"],
                ],
            ],
        ]
        let model: [String: Any] = [
            "type": "object", "description": text, "title": text, "required": [text], "properties": properties,
        ]
        let kind: [String: Any] = ["type": "object", "required": [text], "properties": [text: scalar]]
        let styles = ["form", "spaceDelimited", "pipeDelimited", "deepObject"]
        func parameter(_ name: String, _ location: String, _ style: String? = nil) -> [String: Any] {
            var parameter: [String: Any] = [
                "name": name, "in": location, "required": location == "path", "description": text, "example": text,
                "schema": style == nil ? scalar : style == "deepObject" ? model : ["type": "array", "items": scalar],
            ]
            parameter["style"] = style
            if style != nil { parameter["explode"] = style == "deepObject" }
            return parameter
        }
        let parameters =
            styles.map { parameter(text + $0, "query", $0) }
            + ["query", "header", "cookie"].map { parameter(text, $0) }
            + ["simple", "label", "matrix"].map { parameter(text + $0, "path", $0) }
        let path = "/\(text)/" + ["simple", "label", "matrix"].map { "{\(text)\($0)}" }.joined(separator: "/")
        func content(_ type: String, _ schema: [String: Any]) -> [String: Any] {
            [type: ["schema": schema, "example": text, "examples": [text: ["value": text, "summary": text]]]]
        }
        let bodies = content("application/json", model).merging(content("multipart/form-data", model)) { $1 }
            .merging(content(text, scalar)) { $1 }
        func operation(_ id: String?, _ response: [String: Any]) -> [String: Any] {
            var operation: [String: Any] = [
                "summary": text, "description": text, "tags": [text], "security": [[text: []]],
                "servers": [["url": "https://\(text).example.com"]], "parameters": parameters,
                "requestBody": ["description": text, "content": bodies],
                "responses": ["200": ["description": text, "content": response], text: ["description": text]],
            ]
            operation["operationId"] = id
            return operation
        }
        return [
            "openapi": "3.1.0", "info": ["title": text, "version": text, "description": text],
            "servers": [
                ["url": text, "description": text],
                [
                    "url": "https://{\(text)}.example.com/\(text)", "description": text,
                    "variables": [text: ["default": text, "enum": [text], "description": text]],
                ],
            ],
            "tags": [["name": text, "description": text]],
            "paths": [
                path: [
                    "get": operation(text, content("text/plain", scalar)),
                    "put": operation(nil, content(text, scalar)),
                    "post": operation("a", content("application/json", model)),
                    "patch": operation("b", content("text/event-stream", model)),
                    "delete": operation("c", content("application/x-ndjson", scalar)),
                ]
            ],
            "components": [
                "schemas": [text: model, "Cat": kind, "Dog": kind],
                "securitySchemes": [text: ["type": "apiKey", "in": "header", "name": text, "description": text]],
            ],
        ]
    }
}

/// Finds what of a source text is code, as the compiler does it: by scalars, not by characters.
private struct CodeScanner {
    private let scalars: [Unicode.Scalar]
    private var index = 0

    init(_ text: String) { scalars = Array(text.unicodeScalars) }

    /// The text without comments and literals. What is in an interpolation is code.
    ///
    /// - Returns: A text with a quotation mark if a literal has no end.
    mutating func code(inInterpolation: Bool = false) -> String {
        var code = ""
        var depth = 0
        while index < scalars.count {
            if at("//") {
                while index < scalars.count, scalars[index] != "\n", scalars[index] != "\r" { index += 1 }
                continue
            }
            let signs = scalars[index...].prefix { $0 == "#" }.count
            if index + signs < scalars.count, scalars[index + signs] == "\"" {
                index += signs
                code += literal(signs)
                continue
            }
            if scalars[index] == "(" { depth += 1 }
            if scalars[index] == ")" { depth -= 1 }
            if inInterpolation, depth < 0 { return code }
            code.unicodeScalars.append(scalars[index])
            index += 1
        }
        return code
    }

    private mutating func literal(_ count: Int) -> String {
        let signs = String(repeating: "#", count: count)
        let mark = at("\"\"\"") ? "\"\"\"" : "\""
        index += mark.count
        var code = ""
        while index < scalars.count {
            if at(mark + signs) {
                index += mark.count + count
                return code
            }
            if at("\\\(signs)(") {
                index += 2 + count
                code += self.code(inInterpolation: true)
            } else if at("\\\(signs)") {
                index += 1 + count
            } else if mark.count == 1, scalars[index] == "\n" || scalars[index] == "\r" {
                return "\""
            }
            index += 1
        }
        return "\""
    }

    private func at(_ text: String) -> Bool { scalars[index...].starts(with: text.unicodeScalars) }
}
