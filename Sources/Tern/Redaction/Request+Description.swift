extension Request: CustomStringConvertible, CustomReflectable {
    /// Method and URL, credentials redacted; neither fields nor body.
    public var description: String { Redaction.line(of: self) }

    public var customMirror: Mirror {
        Mirror(self, children: ["request": description, "bytes": body?.length ?? 0], displayStyle: .struct)
    }
}
