import Foundation

extension ProviderType {
    /// Downloads the body of the response into a file, which exists only when it is complete.
    ///
    /// ```swift
    /// let response = try await releases.download(.archive(version: "2.1"), to: file)
    /// response.fileURL                    // `file`
    /// ```
    ///
    /// The complete file atomically replaces an existing file. If the call fails or the process ends, two hidden files
    /// stay in the same directory, provided that the response has a strong `ETag` or `Last-Modified` field. One file
    /// contains the received bytes, the other a digest of the URL and some fields of the response. The next download of
    /// the same URL to the same file requests only the rest (RFC 9110, section 14.2), and starts from the beginning if
    /// the server's representation has changed.
    ///
    /// If the target's validation doesn't accept the response, no file is written, and the error contains the first MiB
    /// of the body in memory.
    ///
    /// The progress of a continued download counts the whole file, including ``TransferProgress/resumedBytes``.
    ///
    /// - Throws: `TernError`; with code `.fileFailed` if the file can't be written, and `.malformedResponse` if the
    ///   server sends another part than the missing one.
    public func download(
        _ target: Target,
        to file: URL,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        try await download(target, to: .file(file), options: options)
    }

    /// Downloads the body of the response into a file, or into a directory in which the server names the file.
    ///
    /// ```swift
    /// let response = try await releases.download(.archive(version: "2.1"), to: .directory(downloads))
    /// response.fileURL                    // "tern-2.1.tar.gz" in that directory
    /// ```
    ///
    /// - Parameters:
    ///   - target: The case to call.
    ///   - destination: See ``Request/DownloadDestination``.
    ///   - options: The options of the call. None by default.
    /// - Throws: `TernError`; with code `.fileFailed` if the file can't be written, and `.malformedResponse` if the
    ///   server sends another part than the missing one.
    public func download(
        _ target: Target,
        to destination: Request.DownloadDestination,
        options: CallOptions = CallOptions()
    ) async throws(TernError) -> Response {
        var options = options
        options.delivery = .download(destination)
        return try await response(to: target, options: options)
    }
}
