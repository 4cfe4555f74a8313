/// A value that `dump` and a failed expectation show by its description alone. Its properties may hold secrets.
package protocol TextReflectable: CustomStringConvertible, CustomReflectable {}

extension TextReflectable {
    public var customMirror: Mirror { Mirror(self, children: ["description": description], displayStyle: .struct) }
}
