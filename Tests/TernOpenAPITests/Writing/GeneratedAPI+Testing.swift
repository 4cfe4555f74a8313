import Foundation

@testable import TernOpenAPI

extension GeneratedAPI {
    /// The API `Music` of a document in YAML.
    ///
    /// - Parameters:
    ///   - paths: The paths and everything else after the head of the document.
    ///   - change: Changes the options.
    static func of(_ paths: String, change: (inout GeneratorOptions) throws -> Void = { _ in }) throws -> GeneratedAPI {
        let head = """
            openapi: 3.1.0
            info: { title: Music, version: "1.2" }
            servers: [{ url: "https://music.example.com/v1" }]

            """
        let files = DocumentFiles(name: "music.yaml") { _ in Data((head + paths).utf8) }
        var options = GeneratorOptions(apiName: "Music", documentName: "music.yaml")
        try change(&options)
        return try Generator.generate(SpecificationReader.read(files), options: options)
    }

    /// The text of a file, without the lines that all files have.
    func text(of name: String) -> String {
        let lines = files.first { $0.name == name }?.text.split(separator: "\n", omittingEmptySubsequences: false) ?? []
        return lines.drop { $0.hasPrefix("//") && !$0.hasPrefix("///") || $0.isEmpty || $0.hasPrefix("import ") }
            .joined(separator: "\n")
    }

    /// The lines of all files, without indentation.
    var lines: [String] {
        files.flatMap { $0.text.split(separator: "\n") }.map { String($0.drop { $0 == " " }) }
    }
}
