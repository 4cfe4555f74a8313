import Foundation
import Tern

// Every height has downloads: `URLSessionTransport` writes the file itself, from a data task. So a stubbed session needs no
// download task, whose file only FoundationNetworking's own protocols can create. A stubbed session of other code has no
// downloads on Linux: its download tasks fail with `TestKitError` of code `.downloadTask`.
extension FidelityScenario {
    private static func download(
        _ name: String,
        _ download: Download = Download(),
        replies: [Reply] = [.file()],
        files: [String: String] = [:],
        change: (inout FidelityScenario) -> Void = { _ in }
    ) -> FidelityScenario {
        var scenario = FidelityScenario(name: name, replies: replies)
        scenario.download = download
        scenario.files = files
        change(&scenario)
        return scenario
    }

    private static let partial = Download(partialBytes: 10)
    private static let disposition: HTTPHeaders = ["Content-Disposition": "attachment; filename=\"../octocat.json\""]

    /// Calls whose response is a file.
    static let downloads = completeDownloads + resumedDownloads + namedDownloads + failedDownloads

    private static let completeDownloads = [
        download("a download"),
        download(
            "a download whose length isn't announced",
            replies: [.response()]
        ) {
            $0.differences = [
                .session: .progress("A stubbed session announces no length, so the expected bytes aren't known.")
            ]
        },
        download("a download of no bytes", replies: [.response(body: Data(), type: nil)]),
        download("a download with 204", replies: [.response(status: 204, body: Data(), type: nil)]),
        download(
            "a download of many bytes",
            replies: [.file(body: Data(repeating: 32, count: 300_000))]
        ),
        download("a download with a second attempt", replies: [.file(status: 503), .file()]) { $0.retries = 1 },
    ]

    private static let resumedDownloads = [
        download("a download that is continued", partial),
        download("a download that a second attempt continues", replies: [.file(end: 10), .file()]) { $0.retries = 1 },
        download("a continued download that is interrupted again", partial, replies: [.file(end: 5)]),
        download("a continued download of a changed file", partial, replies: [.file(headers: ["ETag": "\"v2\""])]),
        download("a continued download from a server without ranges", partial, replies: [.file(servesRanges: false)]),
        download("a continued download with 412", partial, replies: [.file(status: 412), .file()]),
        download("a continued download with 416", partial, replies: [.file(status: 416), .file()]),
        download("a continued download with 404", partial, replies: [.file(status: 404)]),
        download(
            "a continued download with another part",
            partial,
            replies: [.file(status: 206, headers: ["Content-Range": "bytes 9-25/26"]), .file()]
        ),
    ]

    private static let namedDownloads = [
        download(
            "a download that the server names",
            Download(isInDirectory: true),
            replies: [.file(headers: disposition)]
        ),
        download("a download that its URL names", Download(isInDirectory: true)),
        download(
            "a download whose name exists",
            Download(isInDirectory: true),
            replies: [.file(headers: disposition)],
            files: ["octocat.json": "old"]
        ),
        download("a download that replaces a file", files: ["user.json": "old"]),
        download("a download that must not replace a file", Download(ifExists: .fail), files: ["user.json": "old"]),
        download(
            "a download whose name in a directory must be free",
            Download(isInDirectory: true, ifExists: .fail, readsBody: false),
            replies: [.file(headers: disposition)],
            files: ["octocat.json": "old"]
        ),
    ]

    private static let failedDownloads = [
        download("a download with 404 and JSON", replies: [.file(status: 404)], files: ["user.json": "old"]),
        download("a download with a media type that isn't accepted", replies: [.file(headers: ["Content-Type": "a/b"])])
        {
            $0.validation = .successCodes.requiring(mediaTypes: ["application/json"])
        },
        download("a download whose connection ends inside the body", replies: [.file(end: 10)]),
        download(
            "a download whose connection ends inside a body without an entity tag",
            replies: [.file(headers: ["ETag": "W/\"v1\""], end: 10)]
        ),
        download("a download whose connection ends before the response", replies: [.closed]),
        download("a download from no server", replies: [.refused]),
        download("a download whose response misses the timeout", replies: [.silence]) { $0.timesOut = true },
        download("a download cancelled before the call") { $0.cancellation = .beforeTheCall },
        download("a download cancelled in a plugin") { $0.cancellation = .inAPlugin },
        download("a download cancelled while the server thinks") { $0.cancellation = .whileTheServerThinks },
        download("a download cancelled inside the body", files: ["user.json": "old"]) {
            $0.cancellation = .insideTheBody
        },
    ]
}
