extension RequestBody {
    /// A multipart form (RFC 7578), for a request closure or a plugin. Files and streams are read while they are sent.
    /// The body is replayable if all parts are.
    ///
    /// A target uses `HTTPTask.multipart(_:boundary:)` instead.
    ///
    /// - Parameters:
    ///   - parts: The parts of the form, in order.
    ///   - contentType: The media type without the boundary. `multipart/form-data` by default.
    ///   - boundary: The delimiter of the parts: 1 to 70 letters, digits, hyphens, dots and underscores. By default, a
    ///     random delimiter that doesn't occur in the parts in memory.
    /// - Throws: `TernError` with code `.encodingFailed` for a file that can't be read, a value that can't be encoded,
    ///   a boundary that isn't valid or occurs in a part in memory, a type that isn't multipart, and a part of a form
    ///   without a name; with code `.invalidField` for a field that a part can't hold.
    public static func multipart(
        _ parts: [HTTPTask.Part],
        contentType: String = "multipart/form-data",
        boundary: String? = nil
    ) throws(TernError) -> RequestBody {
        do {
            return try MultipartForm(parts, contentType: contentType, boundary: boundary).body
        } catch {
            throw EncodingFailure.error(of: .multipart, wrapping: error)
        }
    }
}
