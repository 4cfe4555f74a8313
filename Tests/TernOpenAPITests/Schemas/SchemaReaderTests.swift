import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20)))
struct SchemaReaderTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let schemas: String
        let outline: String

        init(_ name: String, _ schemas: String, _ outline: String) {
            (testDescription, self.schemas, self.outline) = (name, schemas, outline)
        }
    }

    static let types = [
        Row("boolean schema", "    A: true", "any"),
        Row("nothing said", "    A: {}", "any"),
        Row("format of an integer", "    A: {type: integer, format: int64}", "int64"),
        Row("integer that calls itself a number", "    A: {type: number, format: int32}", "int32"),
        Row("Base64", "    A: {type: string, contentEncoding: base64}", "byte"),
        Row("bytes", "    A: {type: string, contentMediaType: application/octet-stream}", "binary"),
        Row("type that keywords mean", "    A: {properties: {b: {minLength: 1}}}", "{b: string}"),
        Row("items that keywords mean", "    A: {items: {type: string}}", "[string]"),
        Row("array without items", "    A: {type: array}", "[any]"),
        Row("object without properties", "    A: {type: object}", "[:any]"),
        Row("map", "    A: {type: object, additionalProperties: {type: integer}}", "[:integer]"),
        Row("pattern of keys", "    A: {type: object, patternProperties: {'^x': {type: integer}}}", "[:integer]"),
        Row(
            "further keys",
            "    A: {type: object, properties: {a: {type: string}}, additionalProperties: true}",
            "{a: string}"
        ),
        Row("required", "    A: {type: object, required: [a, z], properties: {a: {type: string}}}", "{a!: string}"),
        Row("several types", "    A: {type: [string, integer]}", "(string | integer)"),
        Row("unknown type", "    A: {type: text}", "any"),
    ]

    static let nulls = [
        Row("nullable", "    A: {type: object, properties: {b: {type: string, nullable: true}}}", "{b: string?}"),
        Row("list of types", "    A: {properties: {b: {type: [string, 'null']}}}", "{b: string?}"),
        Row("anyOf", "    A: {properties: {b: {anyOf: [{type: string}, {type: 'null'}]}}}", "{b: string?}"),
        Row(
            "oneOf",
            "    A: {properties: {b: {oneOf: [{$ref: '#/components/schemas/B'}, {type: 'null'}]}}}\n    B: {type: object, properties: {c: {type: string}}}",
            "{b: B?}"
        ),
        Row("null in enum", "    A: {properties: {b: {type: string, enum: [x, null]}}}", "{b: x?}"),
        Row("const null", "    A: {properties: {b: {anyOf: [{type: string}, {const: null}]}}}", "{b: string?}"),
        Row(
            "beside a reference",
            "    A: {properties: {b: {allOf: [{$ref: '#/components/schemas/B'}], nullable: true}}}\n    B: {type: object, properties: {c: {type: string}}}",
            "{b: B?}"
        ),
        Row(
            "three variants",
            "    A: {properties: {b: {anyOf: [{type: string}, {type: integer}, {type: 'null'}]}}}",
            "{b: (string | integer)?}"
        ),
        Row(
            "name of what may be null",
            "    A: {properties: {b: {$ref: '#/components/schemas/B'}}}\n    B: {anyOf: [{$ref: '#/components/schemas/C'}, {type: 'null'}]}\n    C: {type: object, properties: {d: {type: string}}}",
            "{b: C?}"
        ),
        Row("only null", "    A: {type: 'null'}", "null"),
    ]

    static let enumerations = [
        Row("texts", "    A: {type: string, enum: [a, b, a]}", "a/b"),
        Row("texts that look like others", "    A: {type: string, enum: [1, true, x]}", "1/true/x"),
        Row("integers", "    A: {type: integer, enum: [1, 2], x-enum-varnames: [ONE, TWO]}", "ONE=1/TWO=2"),
        Row("const", "    A: {const: a}", "a"),
        Row("titles", "    A: {type: integer, oneOf: [{const: 1, title: ONE}, {const: 2, title: TWO}]}", "ONE=1/TWO=2"),
        Row(
            "one of more",
            "    A: {type: integer, enum: [2], allOf: [{$ref: '#/components/schemas/B'}]}\n    B: {type: integer, enum: [1, 2, 3]}",
            "2"
        ),
        Row("mixed", "    A: {enum: [a, 1]}", "any"),
    ]

    static let lists = [
        Row(
            "allOf is merged in the order of the document",
            """
                A:
                  allOf:
                    - $ref: '#/components/schemas/B'
                    - {type: object, required: [c, b], properties: {c: {type: string}}}
                B: {type: object, properties: {b: {type: integer}}}
            """,
            "{b!: integer, c!: string}"
        ),
        Row(
            "own property replaces that of a base",
            """
                A:
                  allOf: [{$ref: '#/components/schemas/B'}]
                  properties: {b: {type: string}}
                B: {type: object, properties: {b: {type: integer}, c: {type: integer}}}
            """,
            "{b: string, c: integer}"
        ),
        Row(
            "union with names",
            """
                A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}
                B: {type: object, properties: {b: {type: integer}}}
                C: {type: object, properties: {c: {type: integer}}}
            """,
            "(B | C)"
        ),
        Row(
            "mapping of a discriminator",
            """
                A:
                  oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]
                  discriminator: {propertyName: kind, mapping: {bee: '#/components/schemas/B', wasp: B}}
                B: {type: object, properties: {kind: {type: string}}}
                C: {type: object, properties: {kind: {type: string}}}
            """,
            "(kind bee,wasp: B | C: C)"
        ),
        Row(
            "discriminator that the document doesn't name",
            """
                A: {oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]}
                B: {type: object, required: [type], properties: {type: {const: 1}}}
                C: {type: object, required: [type], properties: {type: {enum: [2, 3]}}}
            """,
            "(type 1: B | 2,3: C)"
        ),
        Row(
            "discriminator with a variant that is a union itself",
            """
                A:
                  oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/C'}]
                  discriminator: {propertyName: type}
                B: {oneOf: [{$ref: '#/components/schemas/C'}, {$ref: '#/components/schemas/D'}]}
                C: {type: object, required: [type], properties: {type: {const: c}}}
                D: {type: object, required: [type], properties: {type: {const: d}}}
            """,
            "(type B,c,d: B | C: C)"
        ),
        Row(
            "base with a mapping",
            """
                A:
                  type: object
                  properties: {kind: {type: string}}
                  discriminator: {propertyName: kind, mapping: {b: '#/components/schemas/B', c: '#/components/schemas/C'}}
                B: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {b: {type: integer}}}]}
                C: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {c: {type: integer}}}]}
            """,
            "(kind b: B | c: C)"
        ),
        Row(
            "variant that extends its union",
            """
                B:
                  allOf: [{$ref: '#/components/schemas/Base'}, {properties: {b: {type: integer}}}]
                Base:
                  properties: {kind: {type: string}}
                  oneOf: [{$ref: '#/components/schemas/B'}, {$ref: '#/components/schemas/A'}]
                A:
                  allOf: [{$ref: '#/components/schemas/Base'}, {properties: {a: {type: integer}}}]
            """,
            "{kind: string, a: integer}"
        ),
        Row(
            "properties beside a union belong to each variant",
            """
                A:
                  type: object
                  properties: {id: {type: string}}
                  oneOf: [{properties: {b: {type: integer}}}, {properties: {c: {type: integer}}}]
            """,
            "({id: string, b: integer} | {id: string, c: integer})"
        ),
        Row(
            "alternatives that only restrict",
            """
                A:
                  type: object
                  properties: {a: {type: string}, b: {type: string}}
                  anyOf: [{required: [a]}, {required: [b]}]
            """,
            "{a: string, b: string}"
        ),
        Row(
            "variants that differ in listed texts",
            """
                A:
                  oneOf:
                    - {properties: {reason: {enum: [full]}}}
                    - {properties: {reason: {enum: [closed]}}}
            """,
            "{reason: full/closed}"
        ),
        Row(
            "schema within itself",
            "    A: {type: object, properties: {parent: {$ref: '#/components/schemas/A'}}}",
            "{parent: A}"
        ),
    ]

    @Test(arguments: types + nulls + enumerations + lists) func schemaHasOneShape(row: Row) throws {
        #expect(try specification(schemas: row.schemas).outline("A") == row.outline)
    }

    @Test(arguments: [
        ("    A: {$ref: '#/components/schemas/A'}", 5, 8, "The reference leads to itself."),
        (
            "    A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/schemas/A'}", 5, 8,
            "The reference leads to itself."
        ),
    ]) func referenceToItselfIsRefused(schemas: String, line: Int, column: Int, text: String) throws {
        let problem = try #require(throws: DocumentProblem.self) { try specification(schemas: schemas) }
        #expect(problem == DocumentProblem(file: "openapi.yaml", place: TextPlace(line: line, column: column), text))
    }

    @Test func whatStandsBesideAReferenceBelongsToTheUse() throws {
        let specification = try specification(
            schemas: """
                    A:
                      properties:
                        b: {$ref: '#/components/schemas/B', description: Mine., readOnly: true, default: x, examples: [y]}
                    B: {type: string, description: Theirs., example: z}
                """
        )
        let object: ObjectShape? = if case .object(let object) = specification.schemas[0].shape { object } else { nil }
        let use = try #require(object?.properties.first).use
        #expect(use.description == "Mine." && use.isReadOnly && use.defaultValue?.string == "x")
        #expect(use.examples.compactMap(\.string) == ["y", "z"])
        #expect(specification[use].description == "Theirs.")
    }

    @Test func schemasOfOtherFilesHaveTheirNames() throws {
        let specification = try specification(
            """
            openapi: 3.0.3
            info: {title: Zoo, version: '1'}
            components:
              schemas:
                A:
                  properties:
                    b: {$ref: models/Animal.yaml}
                    c: {$ref: 'models/others.yaml#/Cage'}
            """,
            files: [
                "models/Animal.yaml": "type: object\nproperties: {cage: {$ref: 'others.yaml#/Cage'}}",
                "models/others.yaml": "Cage: {type: object, properties: {size: {type: integer}}}",
            ]
        )
        #expect(specification.outline("A") == "{b: Animal, c: Cage}")
        #expect(specification.outline("Animal") == "{cage: Cage}")
    }

    @Test func limitsAreReadInBothNotations() throws {
        let schemas = "    A: {type: integer, minimum: 1, exclusiveMinimum: true, maximum: 5, multipleOf: 2}"
        let limits = try specification(schemas: schemas, version: "3.0.0").schemas[0].limits
        #expect(limits.minimum == 1 && limits.isMinimumExclusive && limits.maximum == 5 && limits.multipleOf == 2)
        let newer = try specification(schemas: "    A: {type: integer, exclusiveMinimum: 3}").schemas[0].limits
        #expect(newer.minimum == 3 && newer.isMinimumExclusive)
    }
}
