import Foundation
import Tern
import TernCache
import TernImages
import TernTesting

@main
struct PoseFeedProgram {
    private static let rowsOnScreen = 6

    static func main() async {
        do {
            let options = try Options(CommandLine.arguments.dropFirst())
            guard !options.wantsHelp else { return say(Options.usage + "\n") }
            try await run(options)
        } catch let error as Options.UsageError {
            fail("\(error.message)\n\n\(Options.usage)", code: 64)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    @MainActor
    private static func run(_ options: Options) async throws {
        let server = options.isOffline ? nil : try PoseServer.start()
        defer { server?.stop() }
        // After a failure of the network, the feed of the last 30 days is better than none.
        let disk = options.cache.map { HTTPCache.Disk(folder: $0) }
        let cache = HTTPCache(disk: disk, staleOnFailure: .seconds(30 * 86_400))
        let transport = PoseTransport(server: server?.url)
        let images = ImageClient(transport: transport, cache: cache, decoder: .bmp)
        let model = FeedViewModel(
            repository: PoseRepository(api: Provider(transport: transport.cached(by: cache))),
            images: images,
            bookmarks: try options.bookmarks.map(FileBookmarks.init) ?? MemoryBookmarks()
        )
        let reader = FeedReader(model)
        let isTerminal = isatty(STDOUT_FILENO) == 1
        let environment = ProcessInfo.processInfo.environment
        let style = options.usesSixels ? .sixels : FeedText.style(isTerminal: isTerminal, environment: environment)
        let text = FeedText(style: style, columns: FeedText.columns(in: width(environment)))

        reader.perform(.load)
        var top = try await reader.read(0..<rowsOnScreen)
        for pose in [1, 4] where !top.rows.contains(where: { $0.pose.id == pose && $0.isBookmarked }) {
            top = try await reader.bookmark(pose)
        }
        say("The first rows, two of them with a bookmark:\n" + text.text(of: top.rows))

        let end = try await reader.scrollToEnd(from: 0, count: rowsOnScreen)
        say("\nThe last rows, after a fast scroll:\n" + text.text(of: end.rows))
        if isTerminal { say("\n\(images.statistics.downloads) pictures downloaded for \(end.count) rows.\n") }

        if let html = options.html {
            let rows = try await all(reader, count: end.count)
            try Data(FeedPage(rows: rows).html.utf8).write(to: html)
            say("\nThe page is in \(html.path).\n")
        }
    }

    /// The width of the terminal. `nil` if it isn't known.
    private static func width(_ environment: [String: String]) -> Int? {
        if let columns = environment["COLUMNS"].flatMap(Int.init), columns > 0 { return columns }
        var size = winsize()
        return ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : nil
    }

    /// Reads all rows, one screen after another.
    @MainActor
    private static func all(_ reader: FeedReader, count: Int) async throws -> [FeedState.Row] {
        var rows: [FeedState.Row] = []
        for top in stride(from: 0, to: count, by: rowsOnScreen) {
            rows += try await reader.read(top..<min(count, top + rowsOnScreen)).rows
        }
        return rows
    }

    private static func say(_ text: String) {
        FileHandle.standardOutput.write(Data(text.utf8))
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
