import Foundation
import Tern

/// Which cases of an API tests have called, with which outcomes, and which cases no test has called.
///
/// With the environment variable `TERN_CALLS`, each test with the trait `.network` or `.cassette` adds its calls to this
/// file:
///
/// ```sh
/// TERN_CALLS=/tmp/calls swift test
/// ```
///
/// ```swift
/// let file = URL(fileURLWithPath: "/tmp/calls")
/// print(try CallCoverage(of: [.call(.user("octocat")), .case(GitHub.zen)], in: file))
/// ```
///
/// The cases are those of `Provider.lint(…)`, so that they need not be `CaseIterable`. Their arguments don't count.
public struct CallCoverage: Sendable, Hashable, Codable {
    /// One case.
    public struct Row: Sendable, Hashable, Codable {
        /// The name of the case, such as `GitHub.user`.
        public let name: String
        /// The names of the tests that have called it, sorted.
        public var tests: [String] = []
        /// The outcomes and their numbers: `200`, or the code of an error such as `timedOut`.
        public var outcomes: [String: Int] = [:]
    }

    /// A call of a test.
    struct Line: Codable {
        let test: String
        let name: String
        let outcome: String
    }

    /// A row for each case, in the order of the entries.
    public private(set) var rows: [Row] = []

    /// The cases that no test has called.
    public var missing: [String] { rows.filter(\.tests.isEmpty).map(\.name) }

    /// Reads the calls of a run of tests.
    ///
    /// - Parameters:
    ///   - entries: The cases of the API, each at least once.
    ///   - file: The file that `TERN_CALLS` has named.
    /// - Throws: `TestKitError` with code `.fixtureNotFound` if the file is missing, `.unexpectedFixtureContent` if it is
    ///   no file of calls.
    public init<Target>(of entries: [TargetCheck<Target>], in file: URL) throws(TestKitError) {
        guard let data = try? Data(contentsOf: file) else {
            throw TestKitError(.fixtureNotFound, "There is no file \"\(file.path)\". Run the tests with TERN_CALLS.")
        }
        let lines: [Line]
        do {
            lines = try data.split(separator: UInt8(ascii: "\n")).map { try JSONReader.decode(Line.self, from: $0) }
        } catch {
            throw TestKitError(.unexpectedFixtureContent, "\"\(file.path)\" is no file of calls.", underlying: error)
        }
        self.init(of: entries, lines)
    }

    /// Reads the calls of one journal.
    public init<Target>(of entries: [TargetCheck<Target>], in journal: Journal) {
        self.init(of: entries, journal.lines)
    }

    private init<Target>(of entries: [TargetCheck<Target>], _ lines: [Line]) {
        for entry in entries {
            let name = targetName(of: entry.target)
            if !rows.contains(where: { $0.name == name }) { rows.append(Row(name: name)) }
        }
        let numbers = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.name, $0) })
        for line in lines {
            guard let number = numbers[line.name] else { continue }
            if !rows[number].tests.contains(line.test) { rows[number].tests.append(line.test) }
            rows[number].outcomes[line.outcome, default: 0] += 1
        }
        for index in rows.indices { rows[index].tests.sort() }
    }
}

extension CallCoverage: CustomStringConvertible {
    /// A line for each case, and the cases that no test has called.
    public var description: String {
        let lines = rows.filter { !$0.tests.isEmpty }.map { row in
            let outcomes = row.outcomes.sorted { $0.key < $1.key }.map { "\($0.key) (\($0.value))" }
            return "\(row.name): \(outcomes.joined(separator: ", ")) in \(row.tests.joined(separator: ", "))"
        }
        let called = "\(rows.count - missing.count) of \(rows.count) cases were called."
        return (lines + [called] + missing.map { "Never: \($0)" }).joined(separator: "\n")
    }
}

extension Journal {
    fileprivate var lines: [CallCoverage.Line] {
        var names: [Int: String] = [:]
        return events.compactMap { event in
            switch event.kind {
            case .began(let target?): names[event.call] = targetName(of: target)
            case .ended(let outcome):
                guard let call = names[event.call] else { return nil }
                return CallCoverage.Line(test: name, name: call, outcome: "\(outcome)")
            default: break
            }
            return nil
        }
    }

    /// Adds the calls to a file. Does nothing if that fails.
    package func add(callsTo path: String) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let texts = lines.compactMap { try? encoder.encode($0) + Data("\n".utf8) }
        guard !texts.isEmpty, let stream = OutputStream(toFileAtPath: path, append: true) else { return }
        stream.open()
        defer { stream.close() }
        // One write, since other tests add lines at the same time.
        let bytes = [UInt8](texts.reduce(Data(), +))
        _ = stream.write(bytes, maxLength: bytes.count)
    }
}
