import Foundation
import Testing

/// The words of a question lead to its page, as a search does: by the titles and the first paragraphs of the pages.
@Suite(.timeLimit(.minutes(20)))
struct QuestionTests {
    private static let pages = [
        "multipart upload with progress": "UploadingAndDownloading",
        "401 refresh": "Credentials",
        "unit test view model": "Testing",
        "date format": "DescribingTargets",
        "ignore SSL in development": "ChoosingTransports",
        "print request as curl": "LogsMetricsTraces",
        "retry only GET": "RetriesAndLimits",
        "cancel": "CallsAndOptions",
        "offline": "Caching",
        "mock server for UI tests": "MockServers",
        "background upload": "BackgroundTransfers",
        "SwiftUI previews": "Previews",
        "header for all calls": "Environments",
        "which origin receives the token": "Environments",
        "download after a restart": "BackgroundTransfers",
        "generate from Swagger": "OpenAPI",
    ]

    @Test(arguments: pages) func questionLeadsToItsPage(question: String, page: String) throws {
        let pages = try README.pages().dropFirst().map { path in
            (name: URL(filePath: path).deletingPathExtension().lastPathComponent, lines: try README(path: path).lines)
        }
        let asked = Self.words(of: question)
        let scores = pages.map { page in
            let introduction = page.lines.dropFirst(2).prefix { !$0.isEmpty }.joined(separator: " ")
            return Self.count(of: asked, in: page.lines[0]) * 2 + Self.count(of: asked, in: introduction)
        }
        let best = try #require(scores.max())
        #expect(zip(pages, scores).filter { $0.1 == best }.map(\.0.name) == [page], "\(zip(pages.map(\.name), scores))")
    }

    /// How many of the words begin a word of the text: "upload" also "uploads".
    private static func count(of asked: [String], in text: String) -> Int {
        let words = words(of: text)
        return asked.count { word in words.contains { $0.hasPrefix(word) } }
    }

    private static func words(of text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
            .filter { !["as", "for", "in", "with"].contains($0) }
    }
}
