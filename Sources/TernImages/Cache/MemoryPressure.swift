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
            nonisolated(unsafe) private let source: any DispatchSourceMemoryPressure

            init(_ event: DispatchSource.MemoryPressureEvent, _ handler: @escaping @Sendable () -> Void) {
                source = DispatchSource.makeMemoryPressureSource(eventMask: event, queue: nil)
                source.setEventHandler(handler: handler)
                source.activate()
            }

            deinit {
                source.cancel()
            }
        }

        private let sources: [Source]
    #endif

    init(_ handler: @escaping @Sendable (Level) -> Void) {
        #if canImport(Darwin)
            sources = [Source(.warning) { handler(.warning) }, Source(.critical) { handler(.critical) }]
        #endif
    }
}
