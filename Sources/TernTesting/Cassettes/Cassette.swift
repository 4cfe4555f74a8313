import Foundation
import Tern

/// Recorded exchanges with a server, which a test replays without a network.
///
/// ```swift
/// @Test(.cassette("octocat")) func showsTheUser() async throws {
///     let github = Provider<GitHub>().played()
///     #expect(try await github.value(.user("octocat")).login == "octocat")
/// }
/// ```
///
/// A test replays by default, and fails for each request that isn't recorded and each recorded one that isn't made. With
/// `TERN_CASSETTES=record` in the environment it sends its requests, and writes them anew; with
/// `TERN_CASSETTES=recordMissing` it sends those that aren't recorded, and with `TERN_CASSETTES=compare` it fails if the
/// server's responses have another shape than the recorded ones. Where `CI` is set, nothing is recorded.
///
/// The file `Cassettes/octocat.har` beside the test has the format HAR 1.2, which browsers and proxies open. Its secrets
/// are replaced by placeholders, equal ones by equal placeholders, so that a token that a login returns still belongs to
/// the requests that send it. `Redaction` decides what is secret, as for all texts. A recording in which a secret is
/// left isn't written.
///
/// An exchange is replayed once, in the order of equal requests. What a stub does on the way of a call, a cassette does
/// as well: plugins, validation, redirects and decoding run as in a live call.
public final class Cassette: Sendable {
    /// What a cassette does with requests.
    public enum Mode: String, Sendable {
        /// Responds as recorded. Sends nothing.
        case replay
        /// Sends each request, and records it.
        case record
        /// Responds as recorded, and sends and records the requests that aren't.
        case recordMissing
        /// Sends each request, and compares the response with the recorded one by its shape: status, names of fields,
        /// and the keys and types of JSON. Writes nothing. Each difference is a finding. The keys of an object aren't
        /// compared if they are ids or codes, such as `17` and `EUR`, and its values are of one type.
        case compare
    }

    /// How fast recorded responses arrive.
    public enum Delays: Sendable {
        /// At once.
        case none
        /// As recorded, on the clock of the provider. Use virtual time.
        case recorded
    }

    /// The dates in the fields and in the tokens of recorded responses.
    public enum Dates: Sendable {
        /// As recorded.
        case recorded
        /// As late after now as they were recorded after the time of the recording: `Date`, `Expires`, `Last-Modified`,
        /// `Retry-After`, the `Expires` of cookies, and the times `exp`, `iat` and `nbf` of JSON web tokens that replace
        /// recorded ones, also in bodies.
        case shifted
    }

    /// The cassette of the running test. `nil` outside of a test with the trait `.cassette`.
    @TaskLocal public static var current: Cassette?

    /// The file.
    public let url: URL
    /// What it does with requests.
    public let mode: Mode
    let matching: Matching
    let delays: Delays
    let dates: Dates
    let redaction: Redaction
    let ignored: IgnoredParts
    let journal: Journal?
    let source: SourcePosition
    let start: Date
    let elapsed: @Sendable () -> Duration
    /// The recording before this cassette. `nil` without one, and if all is recorded anew.
    let file: HARFile?
    /// The numbers of its exchanges in the journal. Empty without one.
    let stubs: [Int]
    let state = Locked(State())

    struct State: Sendable {
        /// The exchanges of the file that were replayed.
        var used: Set<Int> = []
        var indexes: [Matching: CassetteIndex] = [:]
        /// The differences that are findings already.
        var reported: Set<String> = []
        /// Those that are recorded.
        var exchanges: [CassetteExchange] = []
    }

    /// The cassette in the folder `Cassettes` beside the source file of the caller.
    ///
    /// - Parameters:
    ///   - name: The name of the file without `.har`: a relative path with slashes.
    ///   - mode: That of the environment by default: `TERN_CASSETTES`. Always `.replay` where `CI` is set.
    ///   - matching: What must be equal in a request and a recorded one.
    ///   - delays: How fast responses arrive. At once by default.
    ///   - dates: The dates in the fields of responses. As recorded by default.
    ///   - redaction: Decides what is secret. The default rules by default.
    ///   - ignoring: What `.compare` leaves out: names of fields, such as `Set-Cookie`, and paths of JSON with all that is
    ///     below them, such as `users[].lastSeen`. `*` stands for any key. Empty by default.
    ///   - clock: Measures the times of a recording. Real time by default.
    ///   - journal: Receives the findings: a request that isn't recorded, and a recorded one that isn't made.
    ///     ``Journal/current``, that of the running test, by default.
    ///   - filePath: The path of the caller's source file, which findings report as well.
    ///   - line: The line that findings report. The caller's by default.
    /// - Throws: `TestKitError` with code `.cassetteNotFound` if a recording to replay is missing, `.unreadableCassette`
    ///   if it is no HAR 1.2, `.unwritableCassette` if another cassette records into the file, and
    ///   `.unknownCassetteMode` if `TERN_CASSETTES` is no mode.
    public convenience init(
        _ name: String,
        mode: Mode? = nil,
        matching: Matching = .standard,
        delays: Delays = .none,
        dates: Dates = .recorded,
        redaction: Redaction = .default,
        ignoring: [String] = [],
        clock: some Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) throws(TestKitError) {
        try self.init(
            contentsOf: Self.url(of: name, beside: filePath),
            mode: mode,
            matching: matching,
            delays: delays,
            dates: dates,
            redaction: redaction,
            ignoring: ignoring,
            clock: clock,
            journal: journal,
            filePath: filePath,
            line: line
        )
    }

    /// The cassette in this file: a HAR, or a zip of Playwright with one, which only replays. See
    /// ``init(_:mode:matching:delays:dates:redaction:ignoring:clock:journal:filePath:line:)``.
    public convenience init(
        contentsOf url: URL,
        mode: Mode? = nil,
        matching: Matching = .standard,
        delays: Delays = .none,
        dates: Dates = .recorded,
        redaction: Redaction = .default,
        ignoring: [String] = [],
        clock: some Clock<Duration> = ContinuousClock(),
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) throws(TestKitError) {
        try self.init(
            contentsOf: url,
            mode: try Mode(asked: mode, in: ProcessInfo.processInfo.environment),
            matching: matching,
            delays: delays,
            dates: dates,
            redaction: redaction,
            ignoring: ignoring,
            clock: clock,
            journal: journal,
            at: SourcePosition(filePath: filePath, line: line)
        )
    }

    /// - Parameter mode: Also where `CI` is set.
    package init(
        contentsOf url: URL,
        mode: Mode,
        matching: Matching = .standard,
        delays: Delays = .none,
        dates: Dates = .recorded,
        redaction: Redaction = .default,
        ignoring: [String] = [],
        clock: some Clock<Duration> = ContinuousClock(),
        journal: Journal? = nil,
        at source: SourcePosition
    ) throws(TestKitError) {
        let exists = FileManager.default.fileExists(atPath: url.path)
        guard exists || mode.isRecording else {
            let advice = "Record it once with TERN_CASSETTES=record in the environment."
            throw TestKitError(.cassetteNotFound, "There is no recording \"\(url.path)\". \(advice)")
        }
        let file = exists && mode != .record ? try HARFile(contentsOf: url) : nil
        guard !mode.isRecording || file?.isInArchive != true else {
            let advice = "Unpack it, and name the HAR that is in it."
            throw TestKitError(.unwritableCassette, "Nothing can be recorded into the zip \"\(url.path)\". \(advice)")
        }
        guard !mode.isRecording || Self.recorded.withLock({ $0.insert(url.standardizedFileURL).inserted }) else {
            let advice = "Give each test a cassette of its own, and the mode .replay to one that isn't recorded."
            throw TestKitError(.unwritableCassette, "Another cassette records into \"\(url.path)\". \(advice)")
        }
        self.url = url
        self.mode = mode
        self.matching = matching
        self.delays = delays
        self.dates = dates
        self.redaction = redaction
        ignored = IgnoredParts(ignoring)
        self.journal = journal
        self.source = source
        start = Date()
        let first = clock.now
        elapsed = { first.duration(to: clock.now) }
        self.file = file
        stubs = mode == .replay ? Self.stubs(for: file, named: url.lastPathComponent, redaction, journal, source) : []
    }

    /// The file of a cassette in the folder `Cassettes` beside a source file.
    package static func url(of name: String, beside filePath: String) throws(TestKitError) -> URL {
        if let problem = FixtureFolders.problem(with: name) { throw TestKitError(.invalidFixtureName, problem) }
        let folder = URL(fileURLWithPath: filePath).deletingLastPathComponent().appendingPathComponent("Cassettes")
        return folder.appendingPathComponent(name + ".har")
    }

    deinit {
        if mode.isRecording { Self.recorded.withLock { _ = $0.remove(url.standardizedFileURL) } }
    }

    // MARK: - Private

    /// The files of all cassettes that record.
    private static let recorded = Locked<Set<URL>>([])
}

extension Cassette.Mode {
    /// Whether the file is written.
    var isRecording: Bool { self == .record || self == .recordMissing }

    /// - Parameter asked: The mode that the code asks for. `nil` for that of the environment.
    /// - Throws: `TestKitError` with code `.unknownCassetteMode`.
    package init(asked: Cassette.Mode?, in environment: [String: String]) throws(TestKitError) {
        let name = environment["TERN_CASSETTES"] ?? ""
        guard let named = name.isEmpty ? .replay : Cassette.Mode(rawValue: name) else {
            let modes = [Cassette.Mode.replay, .record, .recordMissing, .compare].map(\.rawValue)
            let message = "TERN_CASSETTES=\(name) is no mode. Write one of these: \(modes.joined(separator: ", "))."
            throw TestKitError(.unknownCassetteMode, message)
        }
        let mode = asked ?? named
        let isAutomatic = environment["CI"].map { !$0.isEmpty && $0 != "false" } ?? false
        self = isAutomatic && mode != .compare ? .replay : mode
    }
}

extension Cassette: CustomStringConvertible, CustomReflectable {
    /// The name of the file and the mode.
    public var description: String { "\(url.lastPathComponent), \(mode.rawValue)" }

    /// Nothing of the recording.
    public var customMirror: Mirror { Mirror(self, children: ["file": url.path, "mode": mode.rawValue]) }
}
