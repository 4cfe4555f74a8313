extension HTTPMethod: CustomStringConvertible {
    /// The method on one line, with blanks in place of control characters.
    public var description: String { Redaction.printable(rawValue) }
}
