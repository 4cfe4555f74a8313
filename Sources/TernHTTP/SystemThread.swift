import Foundation

/// Starts threads with pthread_create(3), since Foundation's `Thread` doesn't report a failure.
package enum SystemThread {
    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs `body` on a new thread.
    ///
    /// - Returns: 0, or an error number, such as `EAGAIN` if the process can't have another thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let argument = Unmanaged.passRetained(Body(body))
        #if canImport(Darwin)
            var id: pthread_t?
        #else
            var id = pthread_t()
        #endif
        let error = pthread_create(&id, nil, entry, argument.toOpaque())
        guard error == 0 else {
            argument.release()
            return error
        }
        #if canImport(Darwin)
            if let id { pthread_detach(id) }
        #else
            pthread_detach(id)
        #endif
        return 0
    }

    #if canImport(Darwin)
        private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { run($0) }
    #else
        private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { argument in
            argument.flatMap { run($0) }
        }
    #endif

    private static func run(_ argument: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? {
        Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
        return nil
    }
}
