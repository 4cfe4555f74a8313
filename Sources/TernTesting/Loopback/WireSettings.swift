import Tern

/// The settings of a sample response that only a server can apply.
struct WireSettings: SampleMessage.WireSettings {
    private var changes: [(name: String, apply: @Sendable (inout WireResponse) -> Void)] = []

    mutating func add(_ name: String, _ change: @escaping @Sendable (inout WireResponse) -> Void) {
        changes.append((name, change))
    }

    func apply(to response: inout WireResponse) {
        for change in changes { change.apply(&response) }
    }

    var description: String { changes.map(\.name).joined(separator: ", ") }
}
