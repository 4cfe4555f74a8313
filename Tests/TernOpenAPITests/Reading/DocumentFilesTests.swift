import Foundation
import Testing

@testable import TernOpenAPI

@Suite(.timeLimit(.minutes(20))) struct DocumentFilesTests {
    /// A zoo of some files, whose document is `api/zoo.json` in the eyes of its author, but `zoo.json` for the reader.
    private let texts = [
        "zoo.json": """
        {"openapi": "3.1.0",
         "paths": {"/a~b/{id}": {"get": 1}},
         "list": [10, 20],
         "components": {"schemas": {
           "Cat": {"$anchor": "cat", "$ref": "#/components/schemas/Pet"},
           "Pet": {"$id": "https://zoo.example/pet", "type": "object", "$defs": {"": 5}}}}}
        """,
        "models/keeper.json": #"{"Keeper": {"pet": {"$ref": "../zoo.json#/components/schemas/Pet"}}}"#,
        "models/more food.json": #"{"$anchor": "food", "x": 7}"#,
        "broken.json": "{\n  \"a\": }",
    ]

    private func files(_ name: String = "zoo.json") -> DocumentFiles {
        let texts = texts
        return DocumentFiles(name: name) { name in
            guard let text = texts[name] else { throw CocoaError(.fileNoSuchFile) }
            return Data(text.utf8)
        }
    }

    @Test(arguments: [
        ("#", "zoo.json", ""),
        ("#/components/schemas/Cat", "zoo.json", "/components/schemas/Cat"),
        ("#/paths/~1a~0b~1%7Bid%7D/get", "zoo.json", "/paths/~1a~0b~1{id}/get"),
        ("#/list/1", "zoo.json", "/list/1"),
        ("#/components/schemas/Pet/$defs/", "zoo.json", "/components/schemas/Pet/$defs/"),
        ("#cat", "zoo.json", "/components/schemas/Cat"),
        ("https://zoo.example/pet", "zoo.json", "/components/schemas/Pet"),
        ("zoo.json#/list", "zoo.json", "/list"),
        ("./models/keeper.json", "models/keeper.json", ""),
        ("models/../models//keeper.json#/Keeper/pet", "models/keeper.json", "/Keeper/pet"),
        ("models/more%20food.json#food", "models/more food.json", ""),
    ])
    func referencesLeadToElements(reference: String, file: String, pointer: String) throws {
        let files = files()
        let found = try files.element(for: reference, from: try files.root())
        #expect(found.id == DocumentElement.ID(file: file, pointer: pointer))
    }

    @Test func pathsAreRelativeToTheFileOfTheReference() throws {
        let files = files()
        let pet = try files.element(for: "models/keeper.json#/Keeper/pet", from: try files.root())
        let reference = try #require(pet["$ref"]?.string)
        let found = try files.element(for: reference, from: pet)
        #expect(found.id == DocumentElement.ID(file: "zoo.json", pointer: "/components/schemas/Pet"))
        #expect(found["type"]?.string == "object")
    }

    @Test(arguments: [
        ("#/list/2", "leads to nothing."), ("#/list/01", "leads to nothing."), ("#/list/-", "leads to nothing."),
        ("#/openapi/x", "leads to nothing."), ("#/", "leads to nothing."),
        ("models/keeper.json#/x", "leads to nothing."),
        ("#dog", "names an anchor that isn't there."), ("#/a%", "has a wrong percent-escape."),
        ("../zoo.json", "leaves the folder of the document."),
        ("models/../../zoo.json", "leaves the folder of the document."),
        ("models/%2E%2E/../x.json", "leaves the folder of the document."),
        ("/etc/zoo.json", "isn't a relative path: only files below the folder of the document are read."),
        ("//zoo.example/a", "isn't a relative path: only files below the folder of the document are read."),
        ("http://zoo.example/a", "isn't a relative path: only files below the folder of the document are read."),
        ("urn:zoo", "isn't a relative path: only files below the folder of the document are read."),
    ])
    func referencesToNothingAreProblemsAtTheirPlace(reference: String, expected: String) throws {
        let files = files()
        let element = try #require(try files.root()["components"]?["schemas"]?["Cat"])
        let found = outcome { () throws(DocumentProblem) in
            try files.element(for: reference, from: element).pointer
        }
        #expect(found == "zoo.json:5:38: The reference “\(reference)” \(expected)")
    }

    @Test func problemsOfAnotherFileHaveThePlaceThere() throws {
        let files = files()
        let root = try files.root()
        let found = outcome { () throws(DocumentProblem) in try files.element(for: "broken.json", from: root).pointer }
        #expect(found == "broken.json:2:8: Expected a value, but found “}”.")
        let absent = outcome { () throws(DocumentProblem) in try self.files("no.json").root().pointer }
        #expect(absent.hasPrefix("no.json: The file “no.json” can't be read: "))
        let lost = outcome { () throws(DocumentProblem) in try files.element(for: "no.json", from: root).pointer }
        #expect(lost.hasPrefix("zoo.json:1:1: The file “no.json” can't be read: "))
    }

    @Test func eachFileIsReadOnce() throws {
        var names: [String] = []
        let files = DocumentFiles(name: "zoo.json") { [texts] name in
            names.append(name)
            return Data((texts[name] ?? "").utf8)
        }
        for _ in 0..<3 {
            let root = try files.root()
            _ = try files.element(for: "models/keeper.json", from: root)
            _ = try files.element(for: "#/list", from: root)
        }
        #expect(names == ["zoo.json", "models/keeper.json"])
    }

    @Test(arguments: [
        (#"{"openapi": "3.0.4"}"#, "read"), (#"{"openapi": "3.1.1"}"#, "read"), (#"{"openapi": "3.2"}"#, "read"),
        (#"{"openapi": 3.1}"#, "read"),
        (#"{"openapi": "3.3.0"}"#, "a:1:13: OpenAPI 3.3.0 isn't read: only 3.0, 3.1 and 3.2 are."),
        (#"{"openapi": 3.10}"#, "a:1:13: OpenAPI 3.10 isn't read: only 3.0, 3.1 and 3.2 are."),
        (#"{"openapi": "3.1.x"}"#, "a:1:13: OpenAPI 3.1.x isn't read: only 3.0, 3.1 and 3.2 are."),
        (#"{"openapi": "3"}"#, "a:1:13: OpenAPI 3 isn't read: only 3.0, 3.1 and 3.2 are."),
        (#"{"swagger": "2.0"}"#, "a:1:13: Swagger 2.0 isn't read: convert the document to OpenAPI 3."),
        (#"{"openapi": null}"#, "a:1:13: The document has no text “openapi” with its version."),
        (" {}", "a:1:2: The document has no text “openapi” with its version."),
        (" []", "a:1:2: The document has no text “openapi” with its version."),
    ])
    func onlyKnownVersionsAreRead(text: String, expected: String) {
        let files = DocumentFiles(name: "a") { _ in Data(text.utf8) }
        let found = outcome { () throws(DocumentProblem) in
            _ = try files.root()
            return "read"
        }
        #expect(found == expected)
    }

    @Test func filesOfADiskAreReadBelowTheFolderOfTheDocument() throws {
        let manager = FileManager.default
        let base = manager.temporaryDirectory.appendingPathComponent("zoo-\(UUID().uuidString)")
        let folder = base.appendingPathComponent("api")
        try manager.createDirectory(at: folder.appendingPathComponent("models"), withIntermediateDirectories: true)
        defer { try? manager.removeItem(at: base) }
        for (name, text) in texts where !name.contains(" ") {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        }
        try Data("{}".utf8).write(to: base.appendingPathComponent("secret.json"))
        for (link, target) in [("out.json", "../secret.json"), ("in.json", "models/keeper.json"), ("up", "..")] {
            let path = folder.appendingPathComponent(link).path
            try manager.createSymbolicLink(atPath: path, withDestinationPath: target)
        }

        let files = DocumentFiles(path: folder.appendingPathComponent("zoo.json").path)
        let wider = DocumentFiles(path: folder.appendingPathComponent("zoo.json").path, folder: base.path)
        let root = try files.root()
        let outcomes = ["in.json#/Keeper", "out.json", "up/secret.json", "models", "no.json"].map { name in
            outcome { () throws(DocumentProblem) in try files.element(for: name, from: root).pointer }
        }

        #expect(outcomes[0] == "/Keeper")
        #expect(outcomes[1].hasSuffix("can't be read: it is a symbolic link out of the folder of the document."))
        #expect(outcomes[2].hasSuffix("can't be read: it is a symbolic link out of the folder of the document."))
        #expect(outcomes[3].hasSuffix("can't be read: it isn't a regular file."))
        #expect(outcomes[4].hasSuffix("can't be read: it isn't there."))
        let secret = try wider.element(for: "../secret.json", from: try wider.root())
        #expect(secret.file == "secret.json")
        #expect(try wider.element(for: "up/secret.json", from: try wider.root()).file == "api/up/secret.json")
    }
}
