/// The number of running calls, and the changes that wait to be reported one after another.
struct ActivityLog: Sendable {
    private(set) var count = 0
    private var waiting: [Activity] = []
    private var isReporting = false

    /// Records a change.
    ///
    /// - Returns: The activity to report now. `nil` if another report is running. The caller of that report then also
    ///   reports this activity.
    mutating func note(_ change: Activity.Change, of target: any TargetType) -> Activity? {
        count += change == .began ? 1 : -1
        let activity = Activity(change: change, count: count, target: target)
        if isReporting {
            waiting.append(activity)
            return nil
        }
        isReporting = true
        return activity
    }

    /// Ends a report.
    ///
    /// - Returns: The activities to report next, by the same caller. Empty if there are none.
    mutating func reported() -> [Activity] {
        if waiting.isEmpty {
            isReporting = false
            return []
        }
        defer { waiting = [] }
        return waiting
    }
}
