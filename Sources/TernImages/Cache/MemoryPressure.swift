import Foundation

/// Tells when the system runs low on memory, until it is released. Only Apple's systems tell.
struct MemoryPressure: Sendable {
    enum Level {
        case warning
        case critical
    }

    #if canImport(Darwin)
        private final class Source: Sendable {
            // Dispatch's sources can be used from any thread, which their protocol doesn't declare.
            nonisolated(unsafe) let source: any DispatchSourceMemoryPressure

            init(_ handler: @escaping @Sendable (Level) -> Void) {
                let source = DispatchSource.makeMemoryPressureSource(eventMask: [.warning, .critical], queue: nil)
                self.source = source
                source.setEventHandler { [weak source] in
                    guard let event = source?.data else { return }
                    handler(event.contains(.critical) ? .critical : .warning)
                }
                source.activate()
            }

            deinit {
                source.cancel()
            }
        }

        private let source: Source
    #endif

    init(_ handler: @escaping @Sendable (Level) -> Void) {
        #if canImport(Darwin)
            source = Source(handler)
        #endif
    }
}
