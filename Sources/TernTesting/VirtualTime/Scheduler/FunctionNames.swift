// The runtime's module for backtraces doesn't offer the names of given addresses to all.
#if os(Linux) && compiler(>=6.3)
    @_spi(Internal) import Runtime
#endif

/// The functions at addresses in the code, innermost first, without those that only connect others.
struct FunctionNames: Sendable {
    /// A function with its name as in source code.
    struct Function: Sendable {
        let name: String
        /// Whether it belongs to Swift's libraries or to Tern, not to the code under test.
        let isOfLibrary: Bool
    }

    let functions: [Function]

    init(at addresses: [UInt]) {
        #if os(Linux) && compiler(>=6.3)
            let frames = addresses.map { RichFrame<UInt64>.asyncResumePoint(UInt64($0)) }
            let images = ImageMap.capture()
            let symbols = Backtrace(architecture: Self.architecture, frames: frames, images: images)
                .symbolicated(with: images, options: [])
            functions = (symbols?.frames ?? []).compactMap { frame in frame.symbol.flatMap { Function($0) } }
        #else
            functions = []
        #endif
    }

    /// The innermost function of the code under test.
    var ofTest: String? { functions.first { !$0.isOfLibrary }?.name }

    /// What the continuation stands for, for which the code waits.
    var wait: String {
        let library = functions.prefix { $0.isOfLibrary }.map(\.name)
        // The compiler moves the wait for an element into the code that reads the stream.
        if library.isEmpty, !functions.isEmpty { return "the next element of a stream, or a continuation" }
        return Self.waits.first { wait in library.contains { $0.contains(wait.function) } }?.words ?? "a continuation"
    }

    /// Functions that wait, and what they wait for.
    private static let waits: [(function: String, words: String)] = [
        ("SampleGate.", "a gate that holds a response"),
        ("LoopbackServer.wait", "a server"),
        ("Journal.wait", "a journal"),
        ("ManualClock.", "a manual clock"),
        ("AsyncStream.", "the next element of a stream"),
        ("AsyncThrowingStream.", "the next element of a stream"),
        ("_sleep", "a sleep in real time"),
    ]

    #if os(Linux) && compiler(>=6.3)
        #if arch(arm64)
            private static let architecture = "arm64"
        #else
            private static let architecture = "x86_64"
        #endif
    #endif
}

#if os(Linux) && compiler(>=6.3)
    extension FunctionNames.Function {
        /// - Returns: `nil` for code that only connects other functions.
        fileprivate init?(_ symbol: SymbolicatedBacktrace.Symbol) {
            let connections = ["thunk for", "partial apply", "completeTask", "implicit closure"]
            guard !connections.contains(where: symbol.name.hasPrefix), !symbol.rawName.contains("fMp_") else {
                return nil
            }
            // A closure is named by the function in which it is written.
            name = symbol.name.replacing(/^((closure #\d+|\$s\S+ .*?) in )+/, with: "")
            // The modules `Tern`, `TernTesting` and `TernTestSupport` in mangled names, which begin with their lengths.
            // `$ss` and `$sS` are Swift's own, whose generic functions are compiled into other modules.
            let modules = ["$s4Tern", "$s11TernTesting", "$s15TernTestSupport", "$ss", "$sS", "$s10Foundation"]
            isOfLibrary =
                modules.contains(where: symbol.rawName.hasPrefix) || symbol.imageName.hasPrefix("libswift")
                || symbol.imageName.hasPrefix("libFoundation")
        }
    }
#endif
