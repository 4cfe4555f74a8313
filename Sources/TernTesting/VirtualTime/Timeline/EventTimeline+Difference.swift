@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension EventTimeline where Value: Equatable {
    /// The differences between the recorded and the expected events, one event per line. Empty if both are equal.
    ///
    /// ```
    ///   .next(0, "a")
    /// - .next(10, "b")
    /// + .next(11, "b")
    ///   .completed(20)
    /// ```
    ///
    /// A line with `-` is an expected event that is missing; a line with `+` is an unexpected event. The earlier event
    /// comes first.
    public func differences(from expected: EventTimeline) -> String {
        if self == expected { return "" }
        var (removed, inserted) = (Set<Int>(), Set<Int>())
        for change in difference(from: expected) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var lines: [String] = []
        var (theirs, own) = (0, 0)
        while theirs < expected.count || own < count {
            let (isMissing, isTooMuch) = (removed.contains(theirs), inserted.contains(own))
            if isMissing, !(isTooMuch && self[own].time.isBefore(expected[theirs].time)) {
                lines.append("- \(expected[theirs])")
                theirs += 1
            } else if isTooMuch {
                lines.append("+ \(self[own])")
                own += 1
            } else {
                lines.append("  \(self[own])")
                (theirs, own) = (theirs + 1, own + 1)
            }
        }
        return lines.joined(separator: "\n")
    }
}
