#if os(Linux)
    import Foundation
    import TernConformance

    /// A body in its coding.
    package struct EncodedBody: Sendable, CustomStringConvertible {
        package let description: String
        package let coding: String
        package let bytes: Data
        package var text = Compression.text

        package static let samples = [
            EncodedBody(description: "gzip", coding: "gzip", bytes: Compression.gzip),
            EncodedBody(description: "zlib", coding: "deflate", bytes: Compression.deflate),
            EncodedBody(description: "raw deflate", coding: "deflate", bytes: Compression.rawDeflate),
            EncodedBody(description: "Brotli", coding: "br", bytes: Compression.brotli),
            EncodedBody(description: "gzip of zlib", coding: "deflate, gzip", bytes: Compression.gzipOfDeflate),
        ]

        /// Brotli of 100 MB of zeros.
        package static let zeros = EncodedBody(
            description: "zeros",
            coding: "br",
            bytes: data(
                """
                y///P/gnAOKxQCD3/o///3/wTwDEYRGA7v0f////4J8AiMMCAN37P/7//8E/ARCHBQC693/8//+DfwIgDgsAdO//+P//B/8EQBwWAOje//H/\
                /w/+CYA4LADQvf/j//8f/BMAcVgAoHv/x///P/gnAOKwAED3/o///3/wTwDEYQGA7v0f////4J8AiMMCAN37v/wHr8M/ARCHBQC62HU=
                """
            )
        )

        package static let zeroCount = 100_000_000

        /// Brotli of the gzip body, and of 5 MB of zeros after its end.
        package static let paddedGzip = EncodedBody(
            description: "padded gzip",
            coding: "gzip, br",
            bytes: data(
                """
                m4ZLTPivCuyG9VsTqrAKENbJ3qcF4qmTGkDgA+mwbWx4vXmlnk0942wv7qi97B6Flf+XAQi6lTzdBiPZ8AqkDysAB8yOQCNfXrW7\
                pbJz9vpbdbq2L0J1ps7uCzEtF7Bsyxr6TQOUzAXIYyU=
                """
            )
        )

        private static func data(_ base64: String) -> Data {
            Data(base64Encoded: base64) ?? Data()
        }
    }
#endif
