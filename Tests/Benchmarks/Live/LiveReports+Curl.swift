import Foundation
import Tern

#if os(Linux)
    extension LiveReports {
        /// Tern on libcurl and the bare loop, for tables with another first contender.
        func curlContenders(width: Int) throws -> [Contender] {
            [
                .tern("CurlTransport", try CurlTransport(), server, width: width),
                try .bareCurl(server, width: width),
            ]
        }

        func curlComparisons() throws -> [Report] {
            try [
                InFlightSharing.report(server: server, operations: scaled(1_280, width: 32), rounds: rounds),
                againstFloor("one at a time", width: 1, operations: 500),
                againstFloor("32 at a time", width: 32, operations: 1_280),
            ]
        }

        func curlFigures() throws -> [Report] {
            try LargeBodies.downloads(server: server, mebibytes: scaled(256, width: 1)) + [
                try LargeBodies.upload(server: server, mebibytes: scaled(256, width: 1)),
                try LargeBodies.slowReader(server: server, mebibytes: scaled(64, width: 1)),
                SlowRequests.report(server: server, count: scaled(1_000, width: 1)),
                IdleStreams.report(server: server, count: scaled(200, width: 1)),
                ManyRequests.report(server: server, count: scaled(100_000, width: 200)),
            ]
        }

        private func againstFloor(_ title: String, width: Int, operations: Int) throws -> Report {
            let transport = try CurlTransport()
            let send = Contender.send("CurlTransport", transport, server, width: width)
            let comparison = Comparison(
                title: "Tern on libcurl, against a libcurl loop on its own thread: GET of 1 KB, \(title)",
                operations: scaled(operations, width: width),
                rounds: rounds,
                contenders: [
                    try .bareCurlThread(server, width: width),
                    try .bareCurl(server, width: width),
                    send,
                    .tern("CurlTransport", transport, server, width: width),
                ]
            )
            return Report(comparison.title) {
                let rows = try await comparison.rows()
                let ratios = rows.filter { $0.name == send.name }.map { row in
                    let format = "against the floor row: %.2f x the CPU time, %.2f x the throughput"
                    return "\(row.name) " + String(format: format, row.cpu, row.throughput)
                }
                return Table.lines(rows) + ratios
            }
        }
    }

    extension Contender {
        static func bareCurl(_ url: URL, width: Int) throws -> Contender {
            let curl = try BareCurl(width: width)
            return Contender("bare libcurl loop") { count in
                try WrongBody.check(try await curl.get("\(url)/item", count: count), expected: count * 1_024)
            }
        }

        static func bareCurlThread(_ url: URL, width: Int) throws -> Contender {
            let curl = try BareCurlThread(width: width)
            let item = "\(url)/item"
            return .concurrent("floor: libcurl loop on its own thread", width) {
                try WrongBody.check(try await curl.get(item).count)
            }
        }
    }
#else
    extension LiveReports {
        func curlContenders(width: Int) throws -> [Contender] { [] }
        func curlComparisons() throws -> [Report] { [] }
        func curlFigures() throws -> [Report] { [] }
    }
#endif
