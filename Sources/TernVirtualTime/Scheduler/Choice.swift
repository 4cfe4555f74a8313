/// A point in a run at which the run can continue in several ways, and the selected alternative. Index 0 is the
/// alternative of a normal run: the order of arrival, and no delay.
struct Choice: Sendable, Equatable {
    enum Kind: String, Sendable {
        /// The selection of the ready job or due timer that runs first.
        case order = "r"
        /// The delay of a timer.
        case delay = "d"
    }

    /// A ready job or a due timer.
    struct Candidate: Sendable, Equatable {
        enum Kind: Sendable {
            case job
            case mainJob
            case timer
        }

        let kind: Kind
        /// The number of the task in its run. 0 for a job that isn't a task.
        let task: Int
    }

    /// Identifies a choice, even in runs that differ before it. Choices of each kind are numbered separately, from 0.
    struct Place: Hashable, Sendable {
        let kind: Kind
        let number: Int
    }

    /// The number of steps into which the maximum delay of a timer is divided.
    static let delaySteps = 12
    /// The maximum number of overtaken candidates in a report.
    static let maximumOvertaken = 5

    let place: Place
    let count: Int
    let index: Int
    let time: Duration
    /// The candidate that ran first, or whose timer was set.
    let candidate: Candidate
    /// The first of the candidates that became ready before ``candidate``.
    var overtaken: [Candidate] = []
    /// The delay that was added to the timer.
    var delay = Duration.zero

    /// The indices for a systematic search: all other candidates, or the maximum delay and a half of it.
    var alternatives: [Int] {
        switch place.kind {
        case .order: Array(1..<count)
        case .delay: [count - 1, (count - 1) / 2]
        }
    }

    /// The numbers of the tasks that a report of the choice names.
    var tasks: [Int] { ([candidate] + overtaken).map(\.task) }

    /// The place and the index, for ``Choice/script(_:)``.
    var code: String { "\(place.kind.rawValue)\(place.number).\(index)" }

    /// Reads choices that were written as their codes, such as `r3.1 d0.12`.
    ///
    /// - Returns: `nil` if the text can't be read.
    static func script(_ text: String) -> [Place: Int]? {
        var script: [Place: Int] = [:]
        for word in text.split(separator: " ") {
            let parts = word.dropFirst().split(separator: ".")
            guard let kind = Kind(rawValue: String(word.prefix(1))), parts.count == 2,
                let number = Int(parts[0]), let index = Int(parts[1]), number >= 0, index >= 0
            else { return nil }
            script[Place(kind: kind, number: number)] = index
        }
        return script
    }
}
