import Foundation
import TernOpenAPI
import Testing

@Suite(.timeLimit(.minutes(20)))
struct GeneratedFilesTests {
    /// The files of the example are those that its document makes.
    @Test func filesAreThoseOfTheDocument() throws {
        let document = ParcelsTests.root.appendingPathComponent("openapi.yaml")
        var options = GeneratorOptions(apiName: "ParcelService", documentName: "openapi.yaml")
        options.testedModule = "parcels"

        let specification = try SpecificationReader.read(DocumentFiles(path: document.path))
        let files = try Generator.generate(specification, options: options).files

        let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Generated")
        let sources = ParcelsTests.root.appendingPathComponent("Generated")
        for file in files {
            let url = (file.isTest ? tests : sources).appendingPathComponent(file.name)
            #expect(try String(contentsOf: url, encoding: .utf8) == file.text, "Run the command of the page again.")
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        #expect(Set(names) == Set(files.filter { !$0.isTest }.map(\.name)))
    }
}
