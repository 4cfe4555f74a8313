/// A value that `dump` and a failed expectation show by its description alone. Its properties may hold secrets.
package protocol TextReflectable: CustomStringConvertible, CustomReflectable {}

extension TextReflectable {
    public var customMirror: Mirror { mirror(of: self) }
}

/// Takes an existential, since a generic function would be compiled for each type.
private func mirror(of value: any TextReflectable) -> Mirror {
    Mirror(value, children: ["description": value.description], displayStyle: .struct)
}
