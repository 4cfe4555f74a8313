/// A position in the source of a test.
public struct SourcePosition: Sendable, Hashable {
    /// `Module/File.swift`.
    public let fileID: String
    /// The full path of the file, as the compiler received it.
    public let filePath: String
    /// The line, from 1.
    public let line: Int
    /// The column, from 1.
    public let column: Int

    package init(
        fileID: String = #fileID,
        filePath: String = #filePath,
        line: Int = #line,
        column: Int = #column
    ) {
        self.fileID = fileID
        self.filePath = filePath
        self.line = line
        self.column = column
    }
}

extension SourcePosition: CustomStringConvertible {
    /// `File.swift:12`.
    public var description: String { "\(fileID.split(separator: "/").last ?? ""):\(line)" }
}
