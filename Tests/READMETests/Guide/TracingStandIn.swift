import Tern

/// The part of swift-distributed-tracing's API that the guide needs, so that its snippets compile without that package.
struct ServiceContext: Sendable {
    static var current: ServiceContext? { nil }
    static let topLevel = ServiceContext()

    var traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
}

protocol Injector<Carrier>: Sendable {
    associatedtype Carrier: Sendable

    func inject(_ value: String, forKey key: String, into carrier: inout Carrier)
}

enum SpanKind { case client }

final class StandInSpan: Sendable {
    let operationName: String
    let context: ServiceContext
    private let record: @Sendable (String) -> Void

    init(_ operationName: String, _ context: ServiceContext, record: @escaping @Sendable (String) -> Void) {
        self.operationName = operationName
        self.context = context
        self.record = record
    }

    func recordError(_ error: any Error) { record("error") }
    func end() { record("end") }
}

/// A tracer that records the names of its spans, and what they receive.
final class StandInTracer: Sendable {
    private let lines = RecordedLines()

    var events: [String] { lines.all }

    func startSpan(_ operationName: String, context: ServiceContext, ofKind kind: SpanKind) -> StandInSpan {
        StandInSpan(operationName, context) { [lines] in lines.append("\(operationName) \($0)") }
    }

    func inject<Carrier>(
        _ context: ServiceContext,
        into carrier: inout Carrier,
        using injector: some Injector<Carrier>
    ) {
        injector.inject(context.traceparent, forKey: "traceparent", into: &carrier)
    }
}

/// Lines that several tasks write.
struct RecordedLines: Sendable {
    private let lines = Locked<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func append(_ line: String) { lines.withLock { $0.append(line) } }
}
