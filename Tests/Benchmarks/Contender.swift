/// A measured operation: its name, and a closure that repeats it.
struct Contender: Sendable {
    let name: String
    let run: @Sendable (_ count: Int) async throws -> Void

    init(_ name: String, run: @escaping @Sendable (_ count: Int) async throws -> Void) {
        self.name = name
        self.run = run
    }

    /// Runs `operation` repeatedly, one at a time.
    static func sequential(_ name: String, _ operation: @escaping @Sendable () async throws -> Void) -> Contender {
        Contender(name) { count in
            for _ in 0..<count { try await operation() }
        }
    }

    /// Runs `operation` concurrently.
    static func concurrent(
        _ name: String,
        _ width: Int,
        _ operation: @escaping @Sendable () async throws -> Void
    ) -> Contender {
        Contender(name) { count in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<width {
                    group.addTask {
                        for _ in 0..<count / width { try await operation() }
                    }
                }
                try await group.waitForAll()
            }
        }
    }
}
