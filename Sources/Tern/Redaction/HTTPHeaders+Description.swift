extension HTTPHeaders: CustomStringConvertible, CustomReflectable {
    /// One line `Name: value` for each field, with credentials redacted.
    public var description: String {
        map { "\($0)" }.joined(separator: "\n")
    }

    public var customMirror: Mirror {
        Mirror(self, unlabeledChildren: map(\.description), displayStyle: .collection)
    }
}

extension HTTPHeaders.Field: CustomStringConvertible, CustomReflectable {
    public var description: String {
        let shownName = HTTPField.isToken(name) ? name : "\(HTTPField.safeStart(ofName: name))\(Redaction.mark)"
        return Redaction.printable("\(shownName): \(Redaction.text(ofField: name, value: value))")
    }

    public var customMirror: Mirror {
        Mirror(self, children: ["field": description])
    }
}
