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
            try LargeBodies.downloads(server: server, mebibytes: scaled(256, width: 1)) + [
                try LargeBodies.upload(server: server, mebibytes: scaled(256, width: 1)),
                try LargeBodies.slowReader(server: server, mebibytes: scaled(64, width: 1)),
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
                        try .bareCurlThread(server, width: width),
                        .send("CurlTransport", transport, server, width: width),
                        .tern("CurlTransport", transport, server, width: width),
                    ]
                )
            )
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
            return .concurrent("the same on a thread that others wait for", width) {
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
