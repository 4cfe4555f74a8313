/// A position in the source of a test.
public struct SourcePosition: Sendable, Hashable {
    /// The full path of the file, as the compiler received it.
    public let filePath: String
    /// The line, from 1.
    public let line: Int

    package init(filePath: String = #filePath, line: Int = #line) {
        self.filePath = filePath
        self.line = line
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `File.swift:12`.
    public var description: String { "\(filePath.split(separator: "/").last ?? ""):\(line)" }
}
