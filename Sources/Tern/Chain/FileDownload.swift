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
    private let destination: Request.DownloadDestination
    private let progress: DownloadProgress?

    init(next: NextStage, request: Request, to destination: Request.DownloadDestination) {
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

    private func send(_ request: Request, reporting report: TransferProgress.Handler?) async throws(TernError)
        -> Response
    {
        var next = next
        next.progress = report.map { ProgressSink($0) }
        var response = try await next.send(request)
        BodyDelivery.complete(&response, of: original, in: next.exchange)
        return response
    }

    private func write() async throws -> Response {
        try destination.check()
        let file = try PartialFile(for: destination, of: request)
        defer { file.end() }
        guard let information = file.information(for: request), let offset = information.keptBytes(of: file.count)
        else {
            try file.restart(nil)
            return try await whole(into: file)
        }
        return try await rest(after: offset, information, in: file)
    }

    /// Requests the rest of a partial file.
    private func rest(
        after offset: Int64,
        _ information: ResumeInformation,
        in file: PartialFile
    ) async throws -> Response {
        let ranged = rangeRequest(from: offset, information.validator)
        let response = try await send(ranged, reporting: progress?.sent)
        switch Continuation(response, to: request, after: offset, of: information) {
        case .rest(let end, let total):
            return try await rest(of: response, after: offset, to: end, of: total, information, in: file)
        // Another status is probably that of an error. The partial file can still be continued then.
        case .complete: return try await whole(response, into: file)
        case .refused(let cause): return try await whole(insteadOf: response, because: cause, into: file)
        }
    }

    /// Requests the whole file after a response that doesn't continue the partial file.
    private func whole(
        insteadOf response: Response,
        because cause: String,
        into file: PartialFile
    ) async throws -> Response {
        // The body of an error is read, so that the connection can be reused.
        if response.statusCode >= 400 { _ = try await response.withErrorBody() }
        // The next request may need the connection of a body that isn't read to its end.
        response.stream?.abandon(with: TernError(.cancelled, reason: "The body doesn't continue the partial file."))
        do {
            return try await whole(into: file)
        } catch {
            throw TernError.wrapping(error, thrownBy: .transport)
                .adding(toReason: "The partial file couldn't be continued: the response had \(cause).")
        }
    }

    /// Requests the whole file.
    private func whole(into file: PartialFile) async throws -> Response {
        try await whole(try await send(request, reporting: progress?.counted), into: file)
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
        try checkCompleteness(of: response)
        try file.restart(ResumeInformation(of: response, to: request, totalBytes: total))
        return try await write(response, into: file, to: total, of: total)
    }

    /// Writes the part of the body that is missing.
    ///
    /// - Parameters:
    ///   - end: The number of bytes in the file after this part.
    ///   - total: The number of bytes in the complete file.
    private func rest(
        of response: Response,
        after offset: Int64,
        to end: Int64,
        of total: Int64,
        _ information: ResumeInformation,
        in file: PartialFile
    ) async throws -> Response {
        let whole = try await BodyDelivery.accepted(
            Self.head(of: response, total, information),
            in: next.exchange
        )
        try file.keep(offset)
        progress?.resumed(offset, of: total)
        return try await write(whole, into: file, to: end, of: total)
    }

    /// The response of a part with the head of the whole file.
    private static func head(of part: Response, _ total: Int64, _ information: ResumeInformation) -> Response {
        var whole = part
        whole.statusCode = 200
        whole.headers.remove("Content-Range")
        whole.headers["Content-Length"] = "\(total)"
        for (name, value) in information.fields.inOrder where whole.headers[name] == nil {
            whole.headers[name] = value
        }
        return whole
    }

    /// - Parameters:
    ///   - end: The number of bytes in the file after this body, if it is announced.
    ///   - total: The number of bytes in the complete file, if it is announced.
    private func write(
        _ response: Response,
        into file: PartialFile,
        to end: Int64?,
        of total: Int64?
    ) async throws -> Response {
        let name =
            destination.isDirectory
            ? FileName.name(of: response.headers, at: response.url ?? request.url) : destination.url.lastPathComponent
        if destination.ifExists == .fail {
            try PartialFile.check(file.directory.appendingPathComponent(name), ifExists: .fail)
        }
        let stream = try response.streamed()
        for try await piece in stream {
            if let end, Int64(piece.count) > end - file.count {
                file.discard()
                throw Self.wrongLength("more than the \(end) bytes that were announced", .malformedResponse)
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

    /// - Throws: `TernError` with code `.malformedResponse` if a response with status 200 has the `Content-Range` of a part,
    ///   which some servers send instead of status 206.
    private func checkCompleteness(of response: Response) throws(TernError) {
        guard response.statusCode == 200, !request.headers.contains("Range"),
            let field = response.headers["Content-Range"], ContentRange(field)?.isComplete == false
        else { return }
        let error = TernError(
            .malformedResponse,
            reason: "The response has status 200, but is a part: Content-Range: \(Redaction.excerpt(ofText: field)).",
            response: response.with(.data(Data()), of: nil)
        )
        response.stream?.abandon(with: error)
        throw error
    }

    private static func wrongLength(_ length: String, _ code: TernError.Code) -> TernError {
        TernError(code, reason: "The body has \(length).")
    }
}

extension Request.DownloadDestination {
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
