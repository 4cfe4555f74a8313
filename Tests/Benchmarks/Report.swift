/// A title, and a closure that measures and returns the lines.
struct Report: Sendable {
    let title: String
    let lines: @Sendable () async throws -> [String]

    init(_ title: String, lines: @escaping @Sendable () async throws -> [String]) {
        self.title = title
        self.lines = lines
    }

    init(_ comparison: Comparison) {
        self.init(comparison.title) { Table.lines(try await comparison.rows()) }
    }
}
