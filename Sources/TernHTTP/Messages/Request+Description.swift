extension Request: CustomStringConvertible, CustomReflectable {
    /// The method and the URL with credentials redacted, without fields and body.
    public var description: String { redaction.line(of: self) }

    public var customMirror: Mirror {
        Mirror(self, children: ["request": description, "bytes": body?.length ?? 0], displayStyle: .struct)
    }
}

extension RequestBody: CustomStringConvertible, TextReflectable {
    /// The length and the media type, without the bytes.
    public var description: String {
        [length.map { "\($0) bytes" } ?? "unknown length", contentType].compactMap(\.self).joined(separator: ", ")
    }
}
