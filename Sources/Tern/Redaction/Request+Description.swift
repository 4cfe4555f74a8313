extension Request: CustomStringConvertible, CustomReflectable {
    /// The method and the URL with credentials redacted, without fields and body.
    public var description: String { Redaction.line(of: self) }

    public var customMirror: Mirror {
        Mirror(self, children: ["request": description, "bytes": body?.length ?? 0], displayStyle: .struct)
    }
}
