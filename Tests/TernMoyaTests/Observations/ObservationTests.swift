import Foundation
import TernMoya
import Testing

/// What a program sees of TernMoya and saw of Moya 15.0.3, line by line.
@Suite(.timeLimit(.minutes(20)))
struct ObservationTests {
    /// The lines that differ, with the name of the difference in the guide.
    private static let differences = [
        "C35 path through array": "arrays in key paths",
        "D10 curl has the URL": "cURL of stubs",
        "E30 multipart name with a quote": "quotes in part names",
        // FoundationNetworking appends the body of the 401.
        "E47 credentials": "a fault of Linux",
        // FoundationNetworking never ends the call.
        "E48 without credentials": "a fault of Linux",
    ]

    @Test func stubsEndpointsResponsesAndPluginsEqualMoya() async {
        var (stubs, endpoints) = (StubObservations(), EndpointObservations())
        var (responses, plugins) = (ResponseObservations(), PluginObservations())
        await stubs.run()
        endpoints.run()
        responses.run()
        plugins.run()
        Self.compare(stubs.lines + endpoints.lines + responses.lines + plugins.lines, MoyaRecord.stubbed)
    }

    @Test func liveCallsEqualMoya() async throws {
        var live = LiveObservations()
        try await live.run()
        Self.compare(live.lines, MoyaRecord.live)
    }

    @Test func eachListedDifferenceIsOne() {
        let keys = Set((MoyaRecord.stubbed + MoyaRecord.live).map { String($0.prefix { $0 != ":" }) })
        #expect(Self.differences.keys.allSatisfy(keys.contains))
    }

    private static func compare(_ ours: [String], _ moyas: [String]) {
        #expect(ours.count == moyas.count)
        for (our, moya) in zip(ours.map(withoutModules), moyas.map(withoutModules)) {
            let key = String(moya.prefix { $0 != ":" })
            // A listed difference that isn't one has to leave the list.
            #expect(our.hasPrefix(key) && (our != moya) == (differences[key] != nil), "\(our) instead of \(moya)")
        }
    }

    /// The names of modules in dumps differ.
    private static func withoutModules(_ line: String) -> String {
        ["Alamofire.", "TernMoya.", "Moya.", "TernMo", "Alamof"].reduce(line) { line, module in
            module == "Moya." && line.hasPrefix("C40")
                ? line : line.replacingOccurrences(of: module, with: "")
        }
    }
}
