import Foundation
import TernOpenAPI
import TernTesting

/// An OpenAPI document, to compare an API of an app with it in a test.
///
/// ```swift
/// let file = Bundle.module.url(forResource: "openapi", withExtension: "yaml")!
/// let document = try OpenAPIDocument(contentsOf: file)
/// try await Provider<GitHub>().check(against: document, .call(.user("octocat")), .case(.zen)).get()
/// ```
///
/// Versions 3.0, 3.1 and 3.2 are read, in JSON and YAML, with references to other files in the folder of the document
/// and below it. Nothing is loaded from the network.
public struct OpenAPIDocument: Sendable {
    let specification: Specification

    /// The faults of the document itself, one sentence each, with file, line and column: examples that don't fit their
    /// schemas, paths that can't be told apart, parameters that aren't declared, and what isn't read.
    public let problems: [String]

    /// Reads a document.
    ///
    /// - Throws: `TestKitError` with code `.fixtureNotFound` if the file can't be read, and `.unexpectedFixtureContent`
    ///   if it isn't such a document: the message has the line and the column.
    public init(contentsOf file: URL) throws(TestKitError) {
        guard FileManager.default.isReadableFile(atPath: file.path) else {
            throw TestKitError(.fixtureNotFound, "There is no file \"\(file.path)\" that can be read.")
        }
        do throws(DocumentProblem) {
            specification = try SpecificationReader.read(DocumentFiles(path: file.path))
        } catch {
            throw TestKitError(.unexpectedFixtureContent, "\(error)", underlying: error)
        }
        problems = DocumentCheck.problems(in: specification).map(\.description)
    }

    /// Compares recordings with the document: which operations have responded otherwise than they promise, and which
    /// requests are no operation's, or lack what their operation needs.
    ///
    /// Entries for other hosts than the document's servers are left out, unless all are for other hosts. The texts have
    /// no values of the recordings: only paths, names and kinds.
    ///
    /// - Parameter recordings: Files of the format HAR: cassettes, or what browsers and proxies write. For a folder, its
    ///   files with the extension `har`.
    /// - Throws: `TestKitError` with code `.cassetteNotFound` or `.unreadableCassette`.
    public func check(recordings: URL...) throws(TestKitError) -> DocumentReport {
        var report = DocumentReport()
        let check = RecordingCheck(specification)
        var covered: Set<String> = []
        for file in recordings.flatMap(Self.files) {
            guard let data = try? Data(contentsOf: file) else {
                throw TestKitError(.cassetteNotFound, "There is no file \"\(file.path)\" that can be read.")
            }
            do throws(DocumentProblem) {
                let recording = try check.report(on: data, file: file.lastPathComponent)
                for row in recording.rows {
                    covered.insert(row.operation)
                    report.checks += row.entries
                    for fault in row.faults {
                        let entries = fault.entries.prefix(5).map(String.init).joined(separator: ", ")
                        let name =
                            "\(file.lastPathComponent), \(fault.entries.count == 1 ? "entry" : "entries") \(entries)"
                        report.findings.append(.init(name: name, operation: row.operation, text: fault.text))
                    }
                }
            } catch {
                throw TestKitError(.unreadableCassette, "\(error)", underlying: error)
            }
        }
        report.uncoveredOperations = specification.operations.map(\.title).filter { !covered.contains($0) }
        return report
    }

    // MARK: - Private

    private static func files(at url: URL) -> [URL] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: url.path)
        guard let names else { return [url] }
        return names.filter { $0.hasSuffix(".har") }.sorted().map(url.appendingPathComponent)
    }
}
