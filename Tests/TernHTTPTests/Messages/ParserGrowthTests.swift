import Foundation
import Testing

@testable import TernHTTP
@testable import TernPlugins

// Only Linux declares the CPU time of a thread for the C library that Foundation exports.
#if os(Linux)
    /// The work on bytes of a peer grows in proportion to them, since it is done on the actor of the caller.
    @Suite(.timeLimit(.minutes(20)))
    struct ParserGrowthTests {
        struct Parser: CustomTestStringConvertible, Sendable {
            let testDescription: String
            let size: Int
            /// Returns the work on an input of a size. The input itself is made outside of the work.
            let work: @Sendable (_ size: Int) -> () -> Bool
        }

        @Test(
            arguments: [
                Parser(testDescription: "Retry-After and Date", size: 500) { size in
                    let headers = fields(size, named: "Retry-After", "Wed, 21 Oct 2099 07:28:00 GMT")
                        .merging(fields(size, named: "Date", "x"))
                    return { RetryAfter(headers) { Date() } != nil }
                },
                Parser(testDescription: "RateLimit and its policies", size: 500) { size in
                    let limits = (0..<size).map { "\"\($0)\";r=1" }.joined(separator: ", ")
                    let policies = (0..<3 * size).map { "\"p\($0)\";w=1" }.joined(separator: ", ")
                    let headers: HTTPHeaders = ["RateLimit": limits, "RateLimit-Policy": policies]
                    return { ServerLimit(status: 200, headers, now: Date.init) == nil }
                },
                Parser(testDescription: "comparison of fields", size: 500) { size in
                    let headers = HTTPHeaders((0..<size).map { HTTPHeaders.Field(name: "X-\($0)", value: "\($0)") })
                    return { headers == HTTPHeaders(headers.reversed()) }
                },
                Parser(testDescription: "fields as HTTPURLResponse", size: 500) { size in
                    let headers = HTTPHeaders((0..<size).map { HTTPHeaders.Field(name: "X-\($0)", value: "\($0)") })
                    let response = Response(statusCode: 200, headers: headers, url: URL(string: "https://a.example"))
                    return { response.response != nil }
                },
                Parser(testDescription: "WWW-Authenticate", size: 500) { size in
                    let value = Array(repeating: "Bearer realm=\"x\", scope=y, Negotiate abc==", count: size)
                    let headers: HTTPHeaders = ["WWW-Authenticate": value.joined(separator: ", ")]
                    let response = Response(statusCode: 401, headers: headers, body: .data(Data()))
                    return { response.challenges.count == 2 * size }
                },
                Parser(testDescription: "Link", size: 500) { size in
                    let value = Array(repeating: "<https://a.example/?page=2>; rel=\"next\"", count: size)
                    let response = Response(
                        statusCode: 200,
                        headers: ["Link": value.joined(separator: ", ")],
                        url: URL(string: "https://a.example")
                    )
                    return { response.links.count == size }
                },
            ]
        )
        func fourTimesTheInputIsLessThanEightTimesTheWork(parser: Parser) {
            let (small, large) = (parser.work(parser.size), parser.work(4 * parser.size))

            // Another thread can disturb a measurement, but not each one of them.
            #expect((0..<10).contains { _ in Self.time(large) < 8 * Self.time(small) })
        }

        private static func fields(_ count: Int, named name: String, _ value: String) -> HTTPHeaders {
            HTTPHeaders(Array(repeating: HTTPHeaders.Field(name: name, value: value), count: count))
        }

        /// The shortest CPU time of the thread, in nanoseconds.
        private static func time(_ work: () -> Bool) -> UInt64 {
            var shortest = UInt64.max
            for _ in 0..<3 {
                let start = threadTime()
                #expect(work())
                shortest = min(shortest, threadTime() - start)
            }
            return shortest
        }

        private static func threadTime() -> UInt64 {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
        }
    }
#endif
