import Foundation

/// Writes the body of one attempt's response to a file, and continues the partial file of an earlier attempt.
///
/// It sends `Range` with `If-Range` if the partial file has a strong validator (RFC 9110, sections 13.1.5 and 14.2). If
/// the response contains no usable part, it requests the whole body. The response for the combined parts has status
/// 200, as RFC 9110 requires in section 15.3.7.3.
struct FileDownload {
    private let next: NextStage
    /// The request of the call.
    private let original: Request
    /// The request that is sent: its body is streamed from the transport, and written here.
    private let request: Request
    private let destination: DownloadDestination
    private let progress: DownloadProgress?

    init(next: NextStage, request: Request, to destination: DownloadDestination) {
        self.destination = destination
        progress = next.progress.map { DownloadProgress($0.report) }
        original = request
        var streaming = request
        streaming.delivery = .streamed
        self.request = streaming
        self.next = next
    }

    /// - Throws: The errors of the transport, and `TernError` with code `.fileFailed` or `.malformedResponse`.
    func response() async throws(TernError) -> Response {
        do { return try await write() } catch { throw .wrapping(error, thrownBy: .transport) }
    }

    // MARK: - Private

    private func send(_ request: Request, reporting report: ProgressHandler?) async throws(TernError) -> Response {
        var next = next
        next.progress = report.map { ProgressSink($0) }
        return try await BodyDelivery.head(of: original, from: next, sent: request)
    }

    private func write() async throws -> Response {
        try destination.check()
        let file = try PartialFile(for: destination, of: request)
        defer { file.end() }
        let partial = file.information(for: request).flatMap { information in
            information.keptBytes(of: file.count).map { (information: information, offset: $0) }
        }
        if partial == nil { try file.restart(nil) }
        guard let partial else {
            return try await whole(try await send(request, reporting: progress?.counted), into: file)
        }
        let ranged = rangeRequest(from: partial.offset, partial.information.validator)
        var response = try await send(ranged, reporting: progress?.sent)
        if response.statusCode == 206 {
            return try await rest(of: response, after: partial.offset, partial.information, into: file)
        }
        if response.rejectsRange {
            // The body is read, so that the connection can be reused.
            if response.statusCode != 200 { _ = try await response.withErrorBody() }
            // The next request may need the connection of a body that isn't read to its end.
            response.stream?.abandon(with: TernError(.cancelled, reason: "The server rejected the range."))
            response = try await send(request, reporting: progress?.counted)
        }
        // Another response to a range request is probably an error. The partial file can still be continued then.
        return try await whole(response, into: file)
    }

    private func rangeRequest(from offset: Int64, _ validator: StrongValidator) -> Request {
        var ranged = request
        ranged.headers["Range"] = "bytes=\(offset)-"
        ranged.headers["If-Range"] = validator.value
        if !ranged.headers.contains("Accept-Encoding") { ranged.headers["Accept-Encoding"] = "identity" }
        return ranged
    }

    /// Writes a complete body.
    private func whole(_ response: Response, into file: PartialFile) async throws -> Response {
        let total = response.announcedBytes(for: request)
        // After a range request, the transport's own count of an error's body isn't reported.
        let response = try await BodyDelivery.accepted(response, in: next.exchange) { count in
            progress?.received(count, of: total)
        }
        try response.checkRange(of: request)
        try file.restart(ResumeInformation(of: response, to: request, totalBytes: total))
        return try await write(response, into: file, until: total)
    }

    /// Writes the part of the body that is missing.
    private func rest(
        of response: Response,
        after offset: Int64,
        _ information: ResumeInformation,
        into file: PartialFile
    ) async throws -> Response {
        let range = response.headers["Content-Range"].flatMap(ContentRange.init)
        let total = information.totalBytes ?? range?.total
        guard let range, let total, range.first == offset, range.total ?? total == total, range.last < total,
            information.validator.agrees(with: response.headers), response.hasIdentityCoding
        else {
            file.discard()
            throw Self.wrongPart(response, after: offset, of: information)
        }
        var whole = response
        whole.statusCode = 200
        whole.headers.remove("Content-Range")
        whole.headers["Content-Length"] = "\(total)"
        for (name, value) in information.fields.sorted(by: { $0.key < $1.key }) where whole.headers[name] == nil {
            whole.headers[name] = value
        }
        whole = try await BodyDelivery.accepted(whole, in: next.exchange)
        try file.keep(offset)
        progress?.resumed(offset, of: total)
        return try await write(whole, into: file, until: total)
    }

    private func write(_ response: Response, into file: PartialFile, until total: Int64?) async throws -> Response {
        let name =
            destination.isDirectory
            ? FileName.name(of: response.headers, at: response.url ?? request.url) : destination.url.lastPathComponent
        if destination.ifExists == .fail {
            try PartialFile.check(file.directory.appendingPathComponent(name), ifExists: .fail)
        }
        let stream = try response.streamed()
        for try await piece in stream {
            if let total, Int64(piece.count) > total - file.count {
                file.discard()
                throw Self.wrongLength("more than the \(total) bytes that were announced", .malformedResponse)
            }
            try file.append(piece)
            progress?.received(file.count, of: total)
        }
        // A stream that is cancelled at its end throws no error.
        try Task.checkCancellation()
        if let total, file.count < total {
            throw Self.wrongLength("\(file.count) of the \(total) bytes that were announced", .connectionLost)
        }
        return response.with(.file(try file.move(to: name, ifExists: destination.ifExists)), of: stream)
    }

    private static func wrongLength(_ length: String, _ code: TernError.Code) -> TernError {
        TernError(code, reason: "The body has \(length).")
    }

    private static func wrongPart(_ response: Response, after offset: Int64, of information: ResumeInformation)
        -> TernError
    {
        let total = information.totalBytes.map { "\($0)" } ?? "*"
        let validator = information.validator
        return TernError(
            .malformedResponse,
            reason: """
                The part of the body doesn't continue the partial file. Expected: bytes \(offset)-…/\(total) with \
                \(validator.name) \(validator.value). Actual: \
                \(response.headers["Content-Range"] ?? "no Content-Range") with \(validator.name) \
                \(response.headers[validator.name] ?? "(none)").
                """,
            advice: "The partial file is removed. Download the file again, as a whole.",
            response: response.with(.data(Data()), of: nil)
        )
    }
}

extension DownloadDestination {
    /// Checks the destination before the request is sent.
    ///
    /// - Throws: `TernError` with code `.fileFailed`.
    fileprivate func check() throws(TernError) {
        let name = url.lastPathComponent
        guard url.isFileURL else {
            throw TernError(.fileFailed, reason: "The destination \"\(name)\" of a download isn't a file URL.")
        }
        let directory = isDirectory ? url : url.deletingLastPathComponent()
        if createsDirectories {
            do {
                try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            } catch {
                throw TernError(
                    .fileFailed,
                    reason: "The directory \"\(directory.lastPathComponent)\" of a download can't be created.",
                    advice: "Check the path, and the permissions of the directories above it.",
                    underlying: error
                )
            }
        }
        guard !isDirectory else {
            // A link to a directory is one.
            var isExistingDirectory: ObjCBool = false
            let exists = FileManager.default.fileExists(atPath: url.path, isDirectory: &isExistingDirectory)
            guard exists, isExistingDirectory.boolValue else {
                throw PartialFile.failure(name, "isn't a directory", exists ? ENOTDIR : ENOENT)
            }
            return
        }
        try PartialFile.check(url, ifExists: ifExists)
    }
}

extension Response {
    /// Whether the server can't send the rest of a body, so that the whole body must be requested. A body with a content
    /// coding can't continue the bytes in the file.
    fileprivate var rejectsRange: Bool {
        statusCode == 412 || statusCode == 416 || statusCode == 200 && !hasIdentityCoding
    }
}
