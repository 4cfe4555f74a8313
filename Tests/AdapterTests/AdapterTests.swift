import Foundation
import Tern
import TernConformance
import Testing

/// An adapter that uses only public API passes the conformance suite.
@Suite(.timeLimit(.minutes(20)), .casesAtATime(4))
struct AdapterTests {
    typealias Feature = TransportConformance.Feature

    /// The features that ``SocketTransport`` doesn't have, with the reasons.
    private static let missing: [Feature: String] = [
        .tls: "Sockets alone have no TLS.",
        .http2: "The example is about HTTP/1.1.",
        .proxy: "The example connects to servers only.",
        .unixSockets: "The example connects by host and port only.",
        .cookies: "The example keeps no cookies.",
        .contentCoding: "Foundation has no decoder for gzip.",
    ]

    private static let features = Feature.all.subtracting(missing.keys)

    // Few at a time, since the servers of hundreds of cases would starve the other suites.
    @Test(arguments: TransportConformance.cases(offering: features))
    func socketTransportConforms(_ item: TransportConformance.Case) async throws {
        try await item.run { configuration in try SocketTransport(configuration) }
    }

    @Test func fewCasesAreLeftOut() {
        let cases = TransportConformance.cases(offering: Self.features)
        #expect(cases.count > 480)
        // HTTP/2 and TLS aside, which have most of the other cases.
        let all = TransportConformance.cases(offering: Feature.all.subtracting([.http2, .tls]))
        #expect(all.count - cases.count < 60)
    }

    /// Without `packageAccess: false`, symbols that other packages can't see would be visible here.
    @Test func targetSeesOnlyPublicAPI() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let manifest = folder.appending(path: "../../Package.swift").standardized
        let target = try #require(
            try String(contentsOf: manifest, encoding: .utf8).components(separatedBy: ".testTarget(")
                .first { $0.contains("\"AdapterTests\"") }
        )
        #expect(target.contains("packageAccess: false"))
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
        for case let file as URL in try #require(files) where file.pathExtension == "swift" {
            let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            #expect(!lines.contains { $0.hasPrefix("@testable") }, "\(file.lastPathComponent)")
        }
    }
}
