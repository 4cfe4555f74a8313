import Foundation
import Tern
import TernTesting

/// A program whose runs all must have the same trace.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
package struct DeterminismProgram: Sendable {
    /// Writes the trace: a line for each event, with its virtual time.
    struct Recorder: Sendable {
        fileprivate let lines = Locked<[String]>([])
        fileprivate let scheduler: VirtualScheduler

        func callAsFunction(_ text: String) {
            let time = scheduler.now
            lines.withLock { $0.append("\(time) \(text)") }
        }
    }

    package let name: String
    private let body: @Sendable (VirtualScheduler, Recorder) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable (VirtualScheduler, Recorder) async throws -> Void) {
        self.name = name
        self.body = body
    }

    package static let all = tasks + actors + streams + calls + transfers + screens + timelines

    /// The trace of one run, with the time at its end.
    package func trace() async throws -> [String] {
        let scheduler = VirtualScheduler()
        let recorder = Recorder(scheduler: scheduler)
        try await scheduler.run { [body] in try await body(scheduler, recorder) }
        recorder("ends")
        try await scheduler.advance(by: .zero)
        return recorder.lines.withLock { $0 }
    }

    /// Repeats the program.
    ///
    /// - Parameters:
    ///   - expected: The trace of an earlier run.
    ///   - runs: The number of repetitions.
    ///   - width: The number of programs that run at the same time.
    /// - Returns: The traces that aren't `expected`.
    package func differentTraces(from expected: [String], runs: Int, width: Int) async throws -> [[String]] {
        try await withThrowingTaskGroup(of: [String].self) { group in
            var others: [[String]] = []
            for run in 0..<runs {
                if run >= width, let trace = try await group.next(), trace != expected { others.append(trace) }
                group.addTask { try await trace() }
            }
            for try await trace in group where trace != expected { others.append(trace) }
            return others
        }
    }
}

/// A target with a stub for each case.
enum Shop: TargetType {
    case item(Int)
    case search(String)
    case order(Int)
    case prices

    var baseURL: URL { URL(string: "https://shop.example")! }

    var path: String {
        switch self {
        case .item(let id): "/items/\(id)"
        case .search: "/search"
        case .order: "/orders"
        case .prices: "/prices"
        }
    }

    var method: HTTPMethod { if case .order = self { .post } else { .get } }

    var task: HTTPTask {
        switch self {
        case .search(let text): .query(["q": text])
        case .order(let id): .json(["id": id])
        default: .plain
        }
    }
}

struct Item: Codable, Sendable {
    let id: Int
}

extension Call<Shop, Item> {
    static func item(_ id: Int) -> Self { .init(.item(id)) }
    static func order(_ id: Int) -> Self { .init(.order(id)) }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// A shop whose items take as many seconds as their numbers.
    func shop(
        plugins: [any Plugin] = [],
        trackInflights: Bool = false,
        sample: @escaping @Sendable (Shop) -> SampleResponse? = { _ in nil }
    ) -> Provider<Shop> {
        Provider(
            endpointClosure: { target in
                switch target {
                case .item(let id), .order(let id): Endpoint(target).responding(sample(target) ?? .json(["id": id]))
                case .search, .prices: Endpoint(target).responding(sample(target) ?? .json([1, 2, 3]))
                }
            },
            stubClosure: { if case .item(let id) = $0 { .delayed(.seconds(id)) } else { .immediate } },
            plugins: plugins,
            trackInflights: trackInflights,
            clock: clock
        )
    }
}
