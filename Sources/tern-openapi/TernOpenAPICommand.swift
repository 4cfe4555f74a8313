import Foundation
import TernOpenAPI

@main
struct TernOpenAPICommand {
    static func main() {
        exit(run(Array(CommandLine.arguments.dropFirst())))
    }

    /// - Returns: The exit code.
    static func run(_ arguments: [String]) -> Int32 {
        do {
            switch try CommandArguments(arguments) {
            case .help:
                print(CommandArguments.usage)
                return 0
            case .generate(let generation): return try generate(generation)
            case .check(let document, let recordings): return try check(document, recordings)
            }
        } catch let error as UsageError {
            return fail("\(error.text)\nAll options: tern-openapi --help", code: 64)
        } catch let error as OutputFolder.Failure {
            return fail(error.text)
        } catch let error as DocumentProblem {
            return fail("\(error)")
        } catch {
            return fail(error.localizedDescription)
        }
    }

    // MARK: - Private

    private static func generate(_ generation: CommandArguments.Generation) throws -> Int32 {
        let files = DocumentFiles(path: generation.document, folder: generation.folder)
        let specification = try SpecificationReader.read(files)
        let output = URL(fileURLWithPath: generation.output, isDirectory: true)
        var options = generation.options
        options.apiName = SwiftName.type(generation.name ?? name(fromTitle: specification.title))
        options.documentName = URL(fileURLWithPath: generation.document).lastPathComponent
        if generation.tests != nil {
            options.testedModule = generation.module ?? module(ofFolder: output)
        }
        let api = try Generator.generate(specification, options: options)

        var folders = [(folder: OutputFolder(url: output), files: api.files.filter { !$0.isTest })]
        if let tests = generation.tests.map({ URL(fileURLWithPath: $0, isDirectory: true) }) {
            guard tests.resolvingSymlinksInPath().path != output.resolvingSymlinksInPath().path else {
                throw UsageError(text: "--tests needs a folder of its own.")
            }
            folders.append((OutputFolder(url: tests), api.files.filter(\.isTest)))
        }
        // All checks precede the first change.
        let changes = try folders.map { try $0.folder.changes(for: $0.files, apiName: options.apiName) }
        try OutputFolder.apply(zip(folders, changes).map { ($0.folder, $1) })
        for problem in api.problems { write("\(problem)") }
        let (written, removed) = (changes.flatMap(\.written).count, changes.flatMap(\.removed).count)
        let unchanged = changes.map(\.unchangedCount).reduce(0, +)
        print("\(options.apiName): \(written) files written, \(removed) removed, \(unchanged) unchanged.")
        return 0
    }

    private static func check(_ document: String, _ recordings: [String]) throws -> Int32 {
        let specification = try SpecificationReader.read(DocumentFiles(path: document))
        let findings = DocumentCheck.problems(in: specification)
        for finding in findings { print(finding) }
        var differs = false
        for recording in recordings {
            let data = try Data(contentsOf: URL(fileURLWithPath: recording))
            let report = try RecordingCheck(specification).report(on: data, file: recording)
            for line in report.lines { print(line) }
            differs = differs || report.differs
        }
        print(findings.isEmpty ? "The document has no faults." : "The document has \(findings.count) faults.")
        return findings.isEmpty && !differs ? 0 : 1
    }

    /// The words before `API`: `Discord` for `Discord HTTP API (Preview)`.
    private static func name(fromTitle title: String) -> String {
        let words = title.folding(options: .diacriticInsensitive, locale: nil).split { !$0.isLetter && !$0.isNumber }
        let wanted = words.prefix { !["API", "REST", "HTTP", "OPENAPI"].contains($0.uppercased()) }
        // The names of files have at most 255 bytes.
        return wanted.isEmpty ? "API" : String(wanted.joined(separator: " ").unicodeScalars.prefix(40))
    }

    /// The target of a package: the folder in `Sources`. Else the last folder.
    private static func module(ofFolder folder: URL) -> String {
        let parts = folder.standardizedFileURL.pathComponents
        let target = parts.lastIndex(of: "Sources").map { parts[($0 + 1)...] }?.first ?? parts.last ?? ""
        return (target.first?.isNumber == true ? "_" : "") + target.map { $0.isLetter || $0.isNumber ? $0 : "_" }
    }

    private static func fail(_ text: String, code: Int32 = 1) -> Int32 {
        write(text)
        return code
    }

    private static func write(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
}
