import Foundation
import Tern
import Testing

@testable import TernTesting

// The work is the same on all platforms.
#if os(Linux)
    /// The work for a body grows about as its length, whatever it has.
    @Suite(.timeLimit(.minutes(20)))
    struct SecretWorkTests {
        private static let secret = "sEcr3tVal9x7QkLm"

        struct Growth: Sendable, CustomTestStringConvertible {
            let testDescription: String
            let first: String
            let second: String

            /// A text at the beginning, and another one repeated up to two lengths.
            init(_ name: String, _ beginning: String, _ part: String, upTo bytes: Int) {
                testDescription = name
                (first, second) = (
                    Self.text(beginning, part, upTo: bytes / 16), Self.text(beginning, part, upTo: bytes)
                )
            }

            /// Names in a line each, one below the other, before lines that belong to all of them.
            init(names: Int) {
                testDescription = "names"
                let lines = (0..<names).map { String(repeating: " ", count: $0) + "token:\n" }
                let line = String(repeating: " ", count: names) + "x y\n"
                first = Self.text("token:\n", line, upTo: 16_384)
                second = Self.text(lines.joined(), line, upTo: 16_384)
            }

            private static func text(_ beginning: String, _ part: String, upTo bytes: Int) -> String {
                beginning + String(repeating: part, count: bytes / part.utf8.count)
            }

            static let all = [
                Growth("backslashes", "\"token\": {", "\\", upTo: 16_384),
                Growth("numbers", "\"token\": {", "1+", upTo: 16_384),
                Growth("items", "", "?token=", upTo: 32_768),
                Growth("brackets", "", "token: [\n", upTo: 65_536),
                Growth("encoded", "", Data(secret.utf8).base64EncodedString() + ",\n", upTo: 65_536),
                Growth(names: 100),
            ]
        }

        @Test(arguments: Growth.all) func workGrowsAsTheLength(growth: Growth) {
            let first = Self.timePerByte(growth.first)
            let second = Self.timePerByte(growth.second)
            #expect(second < first * 5, "\(second / first)")
        }

        /// The least time of this thread, in nanoseconds.
        private static func timePerByte(_ text: String) -> Double {
            let request = RecordedRequest(url: "https://a.example/b", headers: ["Authorization": "Bearer \(secret)"])
            let head = CassetteExchange.Head(status: 200, headers: ["Content-Type": "text/plain"])
            let exchange = CassetteExchange(request: request, head: head, body: Data(text.utf8))
            let times = (0..<2).map { _ in
                var redaction = CassetteRedaction(.default)
                let start = now()
                _ = redaction.redacted([exchange])
                return now() - start
            }
            return (times.min() ?? 0) / Double(text.utf8.count)
        }

        private static func now() -> Double {
            var time = timespec()
            clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
            return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
        }
    }
#endif
