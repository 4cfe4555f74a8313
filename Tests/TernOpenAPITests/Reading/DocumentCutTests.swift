import Foundation
import Testing

@testable import TernOpenAPI

/// One document in both notations, whole and cut.
@Suite(.timeLimit(.minutes(20))) struct DocumentCutTests {
    private let yaml = """
        %YAML 1.2
        ---
        # The parcels of a small island.
        openapi: 3.1.0
        info: { title: Parcels, version: "1.0", 'x-é': [1, -2.5, 0x1F, ~] }
        servers:
        - url: https://parcels.example/{region}
          variables:
            region: &region
              default: north
              enum: [north, south,
                     "f\\u00e4r \\U0001F3DD \\
                      off", 'it''s',]
        paths:
          "/parcels/{id}":
            parameters:
              - &id
                name: id
                in: path
                required: true
                schema: !!map
                  type: string
            get:
              operationId: getParcel
              summary: >-
                Returns a parcel.

                It has a weight,
                  and a size.
              description: |+
                # Not a comment
                	tab and text

              responses:
                200: {description: ok, content: {application/json: {schema: {$ref: "#/components/schemas/Parcel"}}}}
                default:
                  description: plain text
                    over two lines
            delete:
              parameters: [*id]
              responses: {204: {description: done}, ? 404 : {description: gone}}
        components:
          schemas:
            ? Parcel
            : type: object
              required: [id]
              properties:
                id: {type: string, example: "007"}
                weight: {type: [number, "null"], minimum: .5}
                sent: {type: string, format: date, example: 2026-01-31}
            Letter:
              <<: *region
              type: string
        ...
        """

    private let json = #"""
        {"openapi":"3.1.0","info":{"title":"Parcels","version":"1.0","x-é":[1,-2.5,31,null]},
         "servers":[{"url":"https://parcels.example/{region}","variables":{"region":{"default":"north",
          "enum":["north","south","f\u00e4r \ud83c\udfdd off","it's"]}}}],
         "paths":{"/parcels/{id}":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],
          "get":{"operationId":"getParcel","summary":"Returns a parcel.\nIt has a weight,\n  and a size.",
           "description":"# Not a comment\n\ttab and text\n\n","responses":{"200":{"description":"ok",
            "content":{"application/json":{"schema":{"$ref":"#/components/schemas/Parcel"}}}},
            "default":{"description":"plain text over two lines"}}},
          "delete":{"parameters":[{"name":"id","in":"path","required":true,"schema":{"type":"string"}}],
           "responses":{"204":{"description":"done"},"404":{"description":"gone"}}}}},
         "components":{"schemas":{"Parcel":{"type":"object","required":["id"],"properties":{
           "id":{"type":"string","example":"007"},"weight":{"type":["number","null"],"minimum":0.5},
           "sent":{"type":"string","format":"date","example":"2026-01-31"}}},
          "Letter":{"default":"north","enum":["north","south","f\u00e4r 🏝 off","it's"],"type":"string"}}}}
        """#

    @Test func bothNotationsGiveTheSameTree() throws {
        let fromYAML = try YAMLReader.read(Data(yaml.utf8), file: "a.yaml").json
        #expect(try JSONReader.read(Data(json.utf8), file: "a.json").json == fromYAML)
        #expect(try YAMLReader.read(Data(json.utf8), file: "a.yaml").json == fromYAML)
    }

    @Test(arguments: ["\r\n", "\r"])
    func lineEndsOfAllKindsGiveTheSameTree(lineEnd: String) throws {
        let expected = try YAMLReader.read(Data(yaml.utf8), file: "a.yaml")
        let found = try YAMLReader.read(Data(yaml.replacing("\n", with: lineEnd).utf8), file: "a.yaml")
        #expect(found.json == expected.json)
        #expect(places(of: found) == places(of: expected))
    }

    @Test func aCutDocumentIsReadOrRefusedWithItsPlace() {
        var outcomes = (read: 0, refused: 0)
        for (text, name) in [(yaml, "a.yaml"), (json, "a.json"), (json, "b.yaml")] {
            for end in 0..<text.utf8.count {
                let files = DocumentFiles(name: name) { _ in Data(text.utf8.prefix(end)) }
                do {
                    _ = try files.root()
                    outcomes.read += 1
                } catch {
                    #expect(error.place != nil, "\(name) cut at \(end): \(error)")
                    outcomes.refused += 1
                }
            }
        }
        #expect(outcomes.read > 100)
        #expect(outcomes.refused > 2 * json.utf8.count)
    }

    @Test func aDocumentWithoutOneByteIsReadOrRefused() {
        for (text, name) in [(yaml, "a.yaml"), (json, "a.json")] {
            let bytes = Array(text.utf8)
            for index in bytes.indices {
                let files = DocumentFiles(name: name) { _ in Data(bytes[..<index] + bytes[(index + 1)...]) }
                let found = outcome { () throws(DocumentProblem) in try files.root().pointer }
                #expect(found.isEmpty || found.hasPrefix("\(name):"))
            }
        }
    }

    private func places(of node: DocumentNode) -> [TextPlace] {
        let below = node.entries?.flatMap { [$0.keyPlace] + places(of: $0.value) } ?? node.list?.flatMap(places) ?? []
        return [node.place] + below
    }
}
