import Tern

/// Shows the progress of several transfers. A terminal shows bars on one line. Other outputs get a line for each
/// quarter of a transfer.
struct ProgressDisplay {
    struct Update: Sendable {
        let name: String
        let progress: TransferProgress
    }

    private static let barWidth = 12

    let isTerminal: Bool
    private var order: [String] = []
    private var fractions: [String: Double] = [:]

    init(isTerminal: Bool) {
        self.isTerminal = isTerminal
    }

    /// The text to write after an update. `nil` if nothing visible has changed.
    mutating func text(after update: Update) -> String? {
        guard let fraction = update.progress.fractionCompleted else { return nil }
        let former = fractions.updateValue(fraction, forKey: update.name)
        if former == nil { order.append(update.name) }
        if isTerminal {
            guard former.map({ Int($0 * 100) }) != Int(fraction * 100) else { return nil }
            return "\r" + order.map { "\($0) \(Self.bar(fractions[$0] ?? 0))" }.joined(separator: "  ")
        }
        // The first update of a resumed download begins at its partial file.
        guard let former else { return fraction < 1 ? "\(update.name): \(Int(fraction * 100)) %\n" : nil }
        guard Int(former * 4) != Int(fraction * 4) else { return nil }
        return "\(update.name): \(Int(fraction * 4) * 25) %\n"
    }

    private static func bar(_ fraction: Double) -> String {
        let filled = Int(fraction * Double(barWidth))
        let percent = "\(Int(fraction * 100))"
        return "[" + String(repeating: "#", count: filled) + String(repeating: "-", count: barWidth - filled) + "] "
            + String(repeating: " ", count: 3 - percent.count) + percent + " %"
    }
}
