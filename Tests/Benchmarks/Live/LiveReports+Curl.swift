import Foundation
import Tern

#if os(Linux)
    extension LiveReports {
        /// Tern on libcurl and the bare loop, in tables whose first contender is another.
        func curlContenders(width: Int) throws -> [Contender] {
            [
                .tern("CurlTransport", try CurlTransport(), server, width: width),
                try .bareCurl(server, width: width),
            ]
        }

        /// Against the loop that a C program would run.
        func curlComparisons() throws -> [Report] {
            try [
                againstBareCurl("one at a time", width: 1, operations: 500),
                againstBareCurl("32 at a time", width: 32, operations: 1_280),
            ]
        }

        func curlFigures() throws -> [Report] {
            [
                try downloads(),
                SlowRequests.report(server: server, count: scaled(1_000, width: 1)),
                ManyRequests.report(server: server, count: scaled(100_000, width: 200)),
            ]
        }

        private func againstBareCurl(_ title: String, width: Int, operations: Int) throws -> Report {
            let transport = try CurlTransport()
            return Report(
                Comparison(
                    title: "Tern on libcurl, against a bare libcurl loop: GET of 1 KB, \(title)",
                    operations: scaled(operations, width: width),
                    rounds: rounds,
                    contenders: [
                        try .bareCurl(server, width: width),
                        .send("CurlTransport", transport, server, width: width),
                        .tern("CurlTransport", transport, server, width: width),
                    ]
                )
            )
        }

        /// An operation is a mebibyte; each round is one transfer.
        private func downloads() throws -> Report {
            let size = scaled(256, width: 1)
            let bare = try BareCurl(width: 1, collects: false)
            let comparison = Comparison(
                title: "\(size) MiB down, per MiB",
                operations: size,
                rounds: 9,
                contenders: [
                    Contender("bare libcurl loop") { [server] count in
                        let bytes = count << 20
                        try WrongBody.check(
                            try await bare.get("\(server)/bytes/\(bytes)", count: 1),
                            expected: bytes
                        )
                    }
                ]
            )
            return Report(comparison.title) {
                let rows = try await comparison.rows()
                let rates = rows.map { row in
                    "\(row.name): \(Int(row.microseconds / 1e3 * Double(size))) ms, \(Int(1e6 / row.microseconds)) MiB/s"
                }
                return Table.lines(rows) + rates
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
    }
#else
    extension LiveReports {
        func curlContenders(width: Int) throws -> [Contender] { [] }
        func curlComparisons() throws -> [Report] { [] }
        func curlFigures() throws -> [Report] { [] }
    }
#endif
