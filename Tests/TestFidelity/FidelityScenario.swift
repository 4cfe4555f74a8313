import Foundation
import Tern
import TernTesting

/// One call, and its responses, in the form of each level.
package struct FidelityScenario: Sendable, CustomStringConvertible {
    /// The response to an attempt.
    enum Reply: Sendable {
        case response(status: Int = 200, body: Data = Self.user, type: String? = "application/json")
        /// A redirect to `/moved`, which returns a user.
        case redirect(status: Int)
        /// The connection ends after a number of bytes of a body.
        case broken(after: Int)
        /// No server listens at the address.
        case refused
        /// The connection ends before a response.
        case closed
        /// The response never arrives.
        case silence
        /// A file with its length and a strong entity tag, of which a request can ask for a part. With `end`, the
        /// connection ends after that number of bytes of the response's body.
        case file(
            status: Int = 200,
            body: Data = Self.user,
            headers: HTTPHeaders = [:],
            servesRanges: Bool = true,
            end: Int? = nil
        )

        static let user = Data(#"{"id":1,"login":"octocat"}"#.utf8)
    }

    /// The time at which the caller is cancelled.
    enum Cancellation: Sendable {
        case beforeTheCall, inAPlugin, whileTheServerThinks, insideTheBody
    }

    /// The parts in which the caller reads a streamed response.
    enum Reading: Sendable {
        case chunks, lines, events
    }

    /// A response that is written to a file.
    struct Download: Sendable {
        /// Whether the server names the file, in a directory.
        var isInDirectory = false
        var ifExists: Request.DownloadDestination.ExistingFile?
        /// The number of bytes that an interrupted call has left. 0 for no partial file.
        var partialBytes = 0
        /// Whether the body is read. Otherwise the network decides how much of it arrives, and no bytes are compared.
        var readsBody = true
    }

    package let name: String
    var download: Download?
    /// The files in the folder of the call, by name.
    var files: [String: String] = [:]
    /// `nil` for a response that is collected.
    var reading: Reading?
    var path = "/item"
    var method = HTTPMethod.get
    var task = HTTPTask.plain
    /// Makes the task, with the folder of ``files``, for a body that can't be sent twice or that is read from a file.
    var upload: (@Sendable (URL) -> HTTPTask)?
    var headers: HTTPHeaders = [:]
    /// Whether a plugin compresses the body.
    var isCompressed = false
    /// One response for each attempt.
    var replies: [Reply] = [.response()]
    var validation = Validation.successCodes
    var maximumBodyBytes = 1_000
    /// Virtual: the timeout fires when the request has arrived.
    var timesOut = false
    var retries = 0
    var cancellation: Cancellation?
    /// The lanes whose trace differs from that over sockets, with the reasons.
    package var differences: [FidelityLane: FidelityDifference] = [:]

    package var description: String { name }

    /// Whether the network decides when the bytes of the body arrive: before or after the response, or not at all.
    var omitsBytes: Bool { reading != nil || download?.readsBody == false }

    func reply(toAttempt attempt: Int) -> Reply {
        replies[min(attempt, replies.count) - 1]
    }
}

extension FidelityScenario {
    private struct Unencodable: Encodable, Sendable {
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(0, .init(codingPath: [], debugDescription: "no"))
        }
    }

    package static let all =
        values + bodies + statuses + refusals + failures + redirects + retries + cancellations + streams
        + downloads + uploads

    /// The lanes without progress updates for a sent body.
    static var withoutUploadProgress: [FidelityLane: FidelityDifference] {
        #if canImport(FoundationNetworking)
            [.session: .progress("FoundationNetworking doesn't report how much of a body a protocol has read.")]
        #else
            [:]
        #endif
    }

    /// `[1]` with gzip.
    private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA4s2jAUAuDIvTAMAAAA=") ?? Data()

    private static let values = [
        FidelityScenario(name: "a value"),
        FidelityScenario(name: "a wrong type", body: #"{"id":"one","login":"octocat"}"#),
        FidelityScenario(name: "a missing key", body: #"{"id":1}"#),
        FidelityScenario(name: "no JSON", body: "<html>"),
        FidelityScenario(name: "JSON that is cut short", body: #"{"id":1,"#),
        FidelityScenario(name: "an empty body", body: ""),
        FidelityScenario(
            name: "a body past the limit",
            body: String(repeating: " ", count: 1_001),
            differences: [.session: "A stubbed session announces no length, so the body is rejected while it arrives."]
        ),
        FidelityScenario(
            name: "a body with a content coding",
            replies: [.file(body: gzip, headers: ["Content-Encoding": "gzip"], servesRanges: false)]
        ),
        FidelityScenario(
            name: "a body that is longer than announced",
            replies: [.file(headers: ["Content-Length": "5"], servesRanges: false)]
        ),
        FidelityScenario(
            name: "a body that is shorter than announced",
            replies: [.file(headers: ["Content-Length": "99"], servesRanges: false)]
        ),
        FidelityScenario(name: "a body of the limit", body: String(repeating: " ", count: 1_000)),
        FidelityScenario(
            name: "a large body",
            body: String(repeating: " ", count: 300_000),
            maximumBodyBytes: 1_000_000
        ),
    ]

    private static let bodies =
        [HTTPMethod.get, .put, .post, .patch, .delete, .options].map {
            FidelityScenario(name: "\($0) without a body", method: $0)
        }
        + [HTTPMethod.put, .post, .patch, .delete].flatMap { method in
            [
                FidelityScenario(
                    name: "\(method) with JSON and a query",
                    method: method,
                    task: .json(["a": 1]).query(["b": 2]),
                    differences: withoutUploadProgress
                ),
                FidelityScenario(
                    name: "\(method) with a form",
                    method: method,
                    task: .form(["a": "b c", "d": "é"]),
                    differences: withoutUploadProgress
                ),
                FidelityScenario(
                    name: "\(method) with data",
                    method: method,
                    task: .data(Data(repeating: 7, count: 50_000), contentType: "application/octet-stream"),
                    differences: withoutUploadProgress
                ),
            ]
        }
        + [FidelityScenario(name: "HEAD", body: "", method: .head)]

    private static let statuses =
        [200, 201, 202, 203, 206, 400, 401, 403, 404, 409, 418, 422, 429, 500, 502, 503].map {
            FidelityScenario(name: "status \($0)", replies: [.response(status: $0)])
        }
        + [204, 304].map {
            FidelityScenario(
                name: "status \($0)",
                replies: [.response(status: $0, body: Data(), type: nil)]
            )
        }
        + [
            FidelityScenario(
                name: "a status that is accepted",
                replies: [.response(status: 404)],
                validation: .none
            ),
            FidelityScenario(
                name: "a media type that is not accepted",
                replies: [.response(type: "text/html")],
                validation: .successCodes.requiring(mediaTypes: ["application/json"])
            ),
        ]

    private static let refusals = [
        FidelityScenario(name: "a path that climbs", path: "/../item"),
        FidelityScenario(name: "a field with CR and LF", headers: ["X": "a\r\nY: b"]),
        FidelityScenario(name: "a field name with a space", headers: ["X Y": "a"]),
        FidelityScenario(name: "a method with a space", method: "GET /"),
        FidelityScenario(name: "a body that can't be encoded", task: .json(Unencodable())),
        FidelityScenario(name: "a query that can't be encoded", task: .query(["a": Unencodable()])),
    ]

    private static let failures = [
        FidelityScenario(name: "no server at the address", replies: [.refused]),
        FidelityScenario(name: "a connection that ends before the response", replies: [.closed]),
        FidelityScenario(name: "a connection that ends inside the body", replies: [.broken(after: 5)]),
        FidelityScenario(name: "a response that misses the timeout", replies: [.silence], timesOut: true),
    ]

    private static let redirects = [301, 302, 303, 307, 308].map {
        FidelityScenario(
            name: "a redirect with \($0)",
            replies: [.redirect(status: $0)],
            differences: [
                .stub: "A stub responds to a case, not to a URL, so it has no response for the target of a redirect."
            ]
        )
    }

    private static let retries = [
        FidelityScenario(
            name: "a second attempt",
            replies: [.response(status: 503), .response()],
            retries: 1
        ),
        FidelityScenario(
            name: "three attempts for nothing",
            // The transport itself would send a GET again if a reused connection ends.
            method: .post,
            replies: [.response(status: 503), .closed, .response(status: 500)],
            retries: 2
        ),
    ]

    private static let cancellations = [
        FidelityScenario(name: "a caller cancelled before the call", cancellation: .beforeTheCall),
        FidelityScenario(name: "a caller cancelled in a plugin", cancellation: .inAPlugin),
        FidelityScenario(
            name: "a caller cancelled while the server thinks",
            cancellation: .whileTheServerThinks
        ),
        FidelityScenario(name: "a caller cancelled inside the body", cancellation: .insideTheBody),
    ]

    init(
        name: String,
        body: String,
        method: HTTPMethod = .get,
        maximumBodyBytes: Int = 1_000,
        differences: [FidelityLane: FidelityDifference] = [:]
    ) {
        self.init(
            name: name,
            method: method,
            replies: [.response(body: Data(body.utf8))],
            maximumBodyBytes: maximumBodyBytes,
            differences: differences
        )
    }
}
