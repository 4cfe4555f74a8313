extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// One line `Name: value` for each field. Only values of fields that are known to be harmless are shown: fields
    /// belong to no call, so the rules are always ``Redaction/default``.
    public var description: String {
        fields.map { "\($0)" }.joined(separator: "\n")
    }

    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: fields.map(\.description), displayStyle: .collection)
    }
}

extension HTTPHeaders.Field: CustomStringConvertible, TextReflectable {
    /// The name, and the value if the field is known to be harmless, on one line.
    public var description: String { Redaction.default.text(of: self) }
}
