/// The functions at addresses in the code, innermost first. Functions that only connect other functions are omitted.
struct FunctionNames: Sendable {
    /// A function with its name as in source code.
    struct Function: Sendable {
        let name: String
        /// Whether the function belongs to Swift's libraries, to virtual time or to a test kit, and not to the code under test.
        let isOfLibrary: Bool
        /// The path of the file and the line of the code. `nil` if it wasn't requested, or isn't known.
        let position: (file: String, line: Int)?
    }

    let functions: [Function]

    init(at addresses: [UInt]) {
        #if os(Linux) && compiler(>=6.3)
            functions = SymbolThread.shared.functions(at: addresses)
        #else
            functions = []
        #endif
    }

    /// The functions that begin at these addresses. Other addresses are omitted.
    init(beginningAt addresses: [UInt]) {
        #if os(Linux) && compiler(>=6.3)
            functions = SymbolThread.shared.functions(beginningAt: addresses)
        #else
            functions = []
        #endif
    }

    /// The innermost line of a file at addresses in the code. `nil` if the file isn't among them, and without debug
    /// information.
    static func line(of filePath: String, at addresses: [UInt]) -> Int? {
        #if os(Linux) && compiler(>=6.3)
            for address in addresses where FunctionNames(at: [address]).ofTest != nil {
                let position = SymbolThread.shared.functionsWithLines(at: [address]).first?.position
                if let position, position.file == filePath, position.line > 0 { return position.line }
            }
            return nil
        #else
            return nil
        #endif
    }

    /// Begins to read the symbols, so that the first report needn't wait for them.
    static func prepare() {
        #if os(Linux) && compiler(>=6.3)
            _ = SymbolThread.shared
        #endif
    }

    /// The innermost function of the code under test.
    var ofTest: String? { functions.first { !$0.isOfLibrary }?.name }

    /// A description of the event for which the code waits.
    var wait: String {
        let library = functions.prefix { $0.isOfLibrary }.map(\.name)
        // The compiler inlines the wait for an element into the code that reads the stream.
        if library.isEmpty, !functions.isEmpty { return "the next element of a stream, or a continuation" }
        let waits = Self.waits + (LinkedTestKit.kit?.waits ?? [])
        return waits.first { wait in library.contains { $0.contains(wait.function) } }?.words ?? "a continuation"
    }

    /// Functions that wait, and descriptions of the events for which they wait.
    private static let waits: [(function: String, words: String)] = [
        ("ManualClock.", "a manual clock"),
        ("AsyncStream.", "the next element of a stream"),
        ("AsyncThrowingStream.", "the next element of a stream"),
        ("_sleep", "a sleep in real time"),
    ]
}
