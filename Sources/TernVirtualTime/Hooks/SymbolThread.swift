// The runtime's module for backtraces doesn't have a public function for the names of given addresses.
#if os(Linux) && compiler(>=6.3)
    import CTernHooks
    import Foundation
    @_spi(Internal) import Runtime

    /// Finds the functions at addresses, on a separate thread.
    ///
    /// The runtime reads the symbols of a binary once for each thread. So all lookups use one thread, which begins to
    /// read the symbols when it starts.
    final class SymbolThread: Sendable {
        private struct Request: Sendable {
            let addresses: [UInt]
            /// Whether the addresses must be the beginnings of functions.
            let areBeginnings: Bool
            /// Whether to read the lines of the code.
            let readsLines: Bool
            let finish: @Sendable ([FunctionNames.Function]) -> Void
        }

        /// The only instance, since all schedulers of a process need the same symbols.
        static let shared = SymbolThread()

        private let requests = Guarded<[Request]>([])
        private let arrivals = DispatchSemaphore(value: 0)

        private init() {
            Thread.detachNewThread { self.run() }
        }

        /// Waits for the functions at addresses in the code, innermost first.
        func functions(at addresses: [UInt]) -> [FunctionNames.Function] {
            functions(at: addresses, areBeginnings: false, readsLines: false)
        }

        /// Waits for the functions that begin at these addresses.
        func functions(beginningAt addresses: [UInt]) -> [FunctionNames.Function] {
            functions(at: addresses, areBeginnings: true, readsLines: false)
        }

        /// Waits for the functions at addresses in the code, with their lines, innermost first.
        func functionsWithLines(at addresses: [UInt]) -> [FunctionNames.Function] {
            functions(at: addresses, areBeginnings: false, readsLines: true)
        }

        // MARK: - Private

        private func functions(
            at addresses: [UInt],
            areBeginnings: Bool,
            readsLines: Bool
        ) -> [FunctionNames.Function] {
            guard !addresses.isEmpty else { return [] }
            let (functions, done) = (Guarded<[FunctionNames.Function]>([]), DispatchSemaphore(value: 0))
            let request = Request(addresses: addresses, areBeginnings: areBeginnings, readsLines: readsLines) { found in
                functions.withLock { $0 = found }
                done.signal()
            }
            requests.withLock { $0.append(request) }
            arrivals.signal()
            done.wait()
            return functions.withLock { $0 }
        }

        private func run() {
            // A later capture doesn't replace an earlier one: to read symbols, the runtime maps a library's file a second
            // time, and a capture after that may name this second place instead of the code's.
            var captures = [ImageMap.capture()]
            _ = Self.symbols(at: Self.samples, in: captures[0], [])
            let outer = /^(partial apply for )?((closure #\d+|\$s\S+ .*?) in )*/
            while true {
                arrivals.wait()
                guard let request = requests.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { continue }
                let options: Backtrace.SymbolicationOptions = request.readsLines ? .showSourceLocations : []
                var symbols =
                    captures.lazy.map { Self.symbols(at: request.addresses, in: $0, options) }.first { !$0.isEmpty }
                    ?? []
                if symbols.isEmpty {
                    // The code may be in a library that was loaded after the last capture.
                    let capture = ImageMap.capture()
                    symbols = Self.symbols(at: request.addresses, in: capture, options)
                    if !symbols.isEmpty { captures.append(capture) }
                }
                if request.areBeginnings { symbols.removeAll { $0.offset != 0 } }
                request.finish(symbols.compactMap { FunctionNames.Function($0, without: outer) })
            }
        }

        /// Addresses in the binaries in which most tasks are suspended.
        private static var samples: [UInt] {
            var addresses = [UInt](repeating: 0, count: 3)
            let count = tern_sample_addresses(&addresses, addresses.count)
            return Array(addresses.prefix(count))
        }

        private static func symbols(
            at addresses: [UInt],
            in images: ImageMap,
            _ options: Backtrace.SymbolicationOptions
        ) -> [SymbolicatedBacktrace.Symbol] {
            let frames = addresses.map { RichFrame<UInt64>.asyncResumePoint(UInt64($0)) }
            let backtrace = Backtrace(architecture: architecture, frames: frames, images: images)
            return (backtrace.symbolicated(with: images, options: options)?.frames ?? []).compactMap(\.symbol)
        }

        #if arch(arm64)
            private static let architecture = "arm64"
        #else
            private static let architecture = "x86_64"
        #endif
    }

    extension FunctionNames.Function {
        /// - Parameter outer: The beginning of a closure's name, before the function in which it is written.
        /// - Returns: `nil` for code that only connects other functions.
        fileprivate init?(_ symbol: SymbolicatedBacktrace.Symbol, without outer: some RegexComponent) {
            let connections = ["thunk for", "partial apply for thunk", "completeTask", "implicit closure"]
            guard !connections.contains(where: symbol.name.hasPrefix), !symbol.rawName.contains("fMp_") else {
                return nil
            }
            // A closure has the name of the function in which it is written.
            name = symbol.name.replacing(outer, with: "")
            position = symbol.sourceLocation.map { ($0.path, $0.line) }
            // `$ss` and `$sS` are Swift's own, whose generic functions are compiled into other modules.
            let modules = ["$s15TernVirtualTime", "$ss", "$sS", "$s10Foundation"] + (LinkedTestKit.kit?.modules ?? [])
            isOfLibrary =
                modules.contains(where: symbol.rawName.hasPrefix) || symbol.imageName.hasPrefix("libswift")
                || symbol.imageName.hasPrefix("libFoundation")
        }
    }
#endif
