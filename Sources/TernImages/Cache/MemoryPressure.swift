import Foundation

/// Calls a closure when the system warns that memory is low, until this value is released. Only Apple's systems send
/// such warnings.
struct MemoryPressure: Sendable {
    enum Level {
        case warning
        case critical
    }

    #if canImport(Darwin)
        private final class Source: Sendable {
            // Dispatch sources can be used from any thread, but their protocol doesn't declare it.
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
