import Foundation
import Tern

/// What calls over the loopback interface cost.
struct LiveReports {
    /// Of the ``LiveServer``.
    let server: URL
    let scale: Double

    func all() throws -> [Report] {
        // What is compared without a URLSession comes first: the CPU time of its threads would be counted, too.
        try curlComparisons() + againstURLSession() + curlFigures()
    }

    /// Against a bare `URLSession` with the same configuration.
    private func againstURLSession() throws -> [Report] {
        try [
            againstURLSession("GET of 1 KB, one at a time", width: 1, operations: 200),
            // As many for each of the 32 that the beginning and the end of a round, when there are fewer, weigh little.
            againstURLSession("GET of 1 KB, 32 at a time", width: 32, operations: 1_280),
        ]
    }

    private func againstURLSession(_ title: String, width: Int, operations: Int) throws -> Report {
        let tern = Contender.tern(
            "URLSessionTransport",
            URLSessionTransport(configuration: .bare),
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

    /// Many and short, so that noise of the machine falls on all contenders.
    var rounds: Int { scale < 1 ? 7 : 51 }

    /// A multiple of the width, since all that run at a time do as many.
    func scaled(_ operations: Int, width: Int) -> Int {
        max(1, Int(Double(operations) * scale) / width) * width
    }
}
