import Foundation
import Tern
import TernURLSession

/// The cost of calls over the loopback interface.
struct LiveReports {
    /// Of the ``LiveServer``.
    let server: URL
    let scale: Double

    func all() throws -> [Report] {
        // Comparisons without a URLSession come first, since the CPU time of its threads would be counted, too.
        try curlComparisons() + againstURLSession() + curlFigures()
    }

    /// Against a bare `URLSession` with the same configuration.
    private func againstURLSession() throws -> [Report] {
        try [
            againstURLSession("GET of 1 KB, one at a time", width: 1, operations: 200),
            // Enough calls for each of the 32, so that the beginning and the end of a round matter little.
            againstURLSession("GET of 1 KB, 32 at a time", width: 32, operations: 1_280),
        ]
    }

    private func againstURLSession(_ title: String, width: Int, operations: Int) throws -> Report {
        let tern = Contender.tern(
            "URLSessionTransport",
            try URLSessionTransport(configuration: .bare),
            server,
            width: width
        )
        return Report(
            Comparison(
                title: title,
                operations: scaled(operations, width: width),
                rounds: rounds,
                contenders: [.bareURLSession(server, width: width), .bareDelegate(server, width: width), tern]
                    + (try curlContenders(width: width))
            )
        )
    }

    /// Many short rounds, so that noise of the machine affects all contenders.
    var rounds: Int { scale < 1 ? 7 : 51 }

    /// A multiple of the width, since each of the concurrent workers makes the same number of calls.
    func scaled(_ operations: Int, width: Int) -> Int {
        max(1, Int(Double(operations) * scale) / width) * width
    }
}
