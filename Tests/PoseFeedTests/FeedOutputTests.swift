import Foundation
import Tern
import TernImages
import TernPlugins
import TernTesting
import Testing

@testable import posefeed

/// What the program shows, and its server.
@Suite(.timeLimit(.minutes(20)))
struct FeedOutputTests {
    /// Drawn once: a drawing takes 20 ms in a debug build.
    private static let drawings = (0..<PoseServer.count).map(PoseServer.drawing)

    private static func row(
        _ number: Int,
        named name: String = "Coral Tree",
        _ picture: FeedState.Picture,
        isBookmarked: Bool = false
    ) -> FeedState.Row {
        let pose = Pose(id: number, name: name, picture: Poses.url(number))
        return FeedState.Row(number: number, pose: pose, picture: picture, isBookmarked: isBookmarked)
    }

    @Test func bitmapSurvivesItsFile() throws {
        let picture = PoseServer.drawing(of: 4).scaled(toWidth: 7, height: 5)

        #expect(try Bitmap(bmp: picture.bmp) == picture)
        #expect(ImageHeader(picture.bmp) == ImageHeader(format: .bmp, size: .init(width: 7, height: 5)))
        #expect(throws: Bitmap.BMPError.self) { try Bitmap(bmp: picture.bmp.dropLast()) }
        #expect(throws: Bitmap.BMPError.self) { try Bitmap(bmp: Data("BM".utf8)) }
    }

    /// The places of four bytes, and the bytes.
    @Test(arguments: [
        [18: [0xFF, 0xFF, 0xFF, 0xFF], 22: [0xFF, 0xFF, 0xFF, 0xFF]], [18: [0, 0, 0, 0]],
        [22: [0xFF, 0xFF, 0xFF, 0x7F]], [10: [0xFF, 0xFF, 0xFF, 0xFF]], [10: [0, 0, 0, 0]],
        [14: [12, 0, 0, 0]], [30: [0, 1, 0, 0]],
    ])
    func fileWithAWrongHeaderIsAnError(_ changes: [Int: [UInt8]]) {
        var file = Poses.bitmap(0).bmp
        for (place, bytes) in changes { file.replaceSubrange(place..<place + 4, with: bytes) }

        #expect(throws: Bitmap.BMPError.self) { try Bitmap(bmp: file) }
        #expect(throws: Bitmap.BMPError.self) { try Bitmap(bmp: file.prefix(54)) }
    }

    @Test func drawingsDiffer() {
        #expect(Set(Self.drawings).count == PoseServer.count)
        #expect(Set((0..<PoseServer.count).map(PoseServer.name)).count == PoseServer.count)
    }

    @Test func namesAreShownWithoutColors() {
        let rows = [
            Self.row(0, .shown(Poses.bitmap(0)), isBookmarked: true), Self.row(9, .loading),
            Self.row(10, .failed("The server has status 404.")),
        ]

        #expect(
            FeedText(style: .names).text(of: rows) == """
                  1  Coral Tree ★
                 10  Coral Tree …
                 11  Coral Tree: The server has status 404.

                """
        )
    }

    @Test(arguments: [(nil, 3), (80, 3), (76, 3), (75, 2), (40, 1), (10, 1)] as [(Int?, Int)])
    func asManyPicturesAsFitAreBesideEachOther(_ width: Int?, _ columns: Int) {
        #expect(FeedText.columns(in: width) == columns)
    }

    @Test func blockShowsTwoPixels() {
        var picture = Bitmap(width: 24, height: 24, filledWith: .init(red: 1, green: 2, blue: 3))
        picture[0, 1] = .init(red: 4, green: 5, blue: 6)

        let lines = FeedText(style: .blocks).text(of: [Self.row(0, .shown(picture))]).split(separator: "\n")

        #expect(lines.count == 13)
        #expect(lines[0].hasPrefix("\u{1B}[38;2;1;2;3;48;2;4;5;6m▀\u{1B}[38;2;1;2;3;48;2;1;2;3m▀"))
        #expect(lines[0].hasSuffix("▀\u{1B}[0m"))
        #expect(lines[12].hasPrefix("  1  Coral Tree"))
    }

    @Test func sixelsHaveTheirSizeAndColors() {
        var picture = Bitmap(width: 5, height: 8, filledWith: .init(red: 255, green: 0, blue: 0))
        picture[4, 7] = .init(red: 0, green: 0, blue: 255)

        let text = FeedText(style: .sixels).text(of: [Self.row(0, .shown(picture))])

        // Red is 180, blue is 5. Five full columns, and then two rows with a blue pixel at the end.
        #expect(text.hasPrefix("\u{1B}P0;1q\"1;1;5;8#0;2;0;0;0"))
        #expect(text.contains("#180!5~-#5!4?A$#180!4B@\u{1B}\\"))
    }

    @Test(arguments: [
        (["COLORTERM": "truecolor"], true), (["COLORTERM": "24bit", "TERM": "xterm"], true),
        (["TERM": "xterm-direct"], true), (["TERM": "xterm-256color"], false), ([:], false),
        (["COLORTERM": "truecolor", "NO_COLOR": "1"], false),
    ])
    func environmentDecidesAboutColors(environment: [String: String], hasColors: Bool) {
        #expect(FeedText.style(isTerminal: true, environment: environment) == (hasColors ? .blocks : .names))
        #expect(FeedText.style(isTerminal: false, environment: environment) == .names)
    }

    @Test func pageHasPicturesAndEscapesNames() {
        let rows = [
            Self.row(0, named: "A <b> & \"c\"", .shown(Poses.bitmap(1)), isBookmarked: true),
            Self.row(1, .failed("No <response>.")),
        ]

        let html = FeedPage(rows: rows).html

        #expect(html.contains(#"<img alt="A &lt;b> &amp; &quot;c&quot;" src="data:image/bmp;base64,Qk"#))
        #expect(html.contains("No &lt;response>."))
        #expect(html.contains("<p>2 poses, 1 with a bookmark</p>"))
        #expect(!html.contains("<b>"))
    }

    @Test func serverHasAllPosesWithTheirPictures() async throws {
        let server = try PoseServer.start()
        defer { server.stop() }
        let transport = PoseTransport(server: server.url)
        let repository = PoseRepository(api: Provider(transport: transport))

        var poses: [Pose] = []
        for try await page in repository.pages() { poses += page.value.poses }
        let pictures = await ImageClient(transport: transport, decoder: .bmp).images(poses.map(\.picture))

        #expect(poses.map(\.id) == Array(0..<PoseServer.count))
        #expect(try pictures.map { try $0.get() } == Self.drawings)
    }

    @Test(arguments: ["9223372036854775807", "-1", "60"])
    func serverHasNoPageAfterTheLastPose(_ cursor: String) async throws {
        let server = try PoseServer.start()
        defer { server.stop() }
        let url = try #require(URL(string: "\(server.url)/poses?after=\(cursor)"))

        let (_, response) = try await URLSession.shared.data(from: url)

        #expect((response as? HTTPURLResponse)?.statusCode == 404)
    }

    @Test func unknownOptionIsAnError() throws {
        #expect(throws: Options.UsageError.self) { try Options(["--unknown"]) }
        #expect(throws: Options.UsageError.self) { try Options(["--html"]) }
        #expect(throws: Options.UsageError.self) { try Options(["--offline"]) }
        #expect(try Options(["--html", "/tmp/a.html"]).html?.path == "/tmp/a.html")
    }
}
