import Tern

/// What became of a body under each fault of a ``FaultSweep``.
public struct FaultReport: Sendable {
    /// One run of the body.
    public struct Row: Sendable {
        public let place: Place
        public let outcome: Outcome
    }

    /// A fault at a call.
    public struct Place: Sendable {
        /// The case without its arguments, and from the second call of a case on which of them: `GitHub.user #2`.
        public let call: String
        /// Which call of the run without faults, from 1.
        public let number: Int
        public let fault: Fault
    }

    public enum Outcome: Sendable {
        /// The body threw this.
        case surfaced(any Error)
        /// The body succeeded, as if nothing had gone wrong.
        case silentSuccess
        /// The body succeeded with a right answer: the same case with the same arguments was sent again, which the run
        /// without faults doesn't do, and succeeded; or a slow answer came in time.
        case recovered
        /// The body didn't end. One that goes on even when it is cancelled was abandoned, and may still run.
        case hang(isAbandoned: Bool)
        /// The body didn't make the call this time, or the fault changes nothing of its answer: half of an empty body is
        /// an empty body. This row tells nothing.
        case notReached
    }

    /// The calls of the run without faults, in order, as ``Place/call`` names them.
    public let calls: [String]

    /// By call, and for each call by fault.
    public internal(set) var rows: [Row]

    public var surfaced: [Row] { rows.filter { if case .surfaced = $0.outcome { true } else { false } } }
    public var silentSuccesses: [Row] { rows.filter { if case .silentSuccess = $0.outcome { true } else { false } } }
    public var recoveries: [Row] { rows.filter { if case .recovered = $0.outcome { true } else { false } } }
    public var hangs: [Row] { rows.filter { if case .hang = $0.outcome { true } else { false } } }
    public var unreached: [Row] { rows.filter { if case .notReached = $0.outcome { true } else { false } } }
}

extension FaultReport: CustomStringConvertible {
    /// A table with a row for each call and fault.
    public var description: String {
        var table = TextTable(heading: ["call", "fault", "outcome"])
        for row in rows { table.rows.append([row.place.call, row.place.fault.name, "\(row.outcome)"]) }
        return table.text
    }
}

extension FaultReport.Row: CustomStringConvertible {
    public var description: String { "\(place): \(outcome)" }
}

extension FaultReport.Place: CustomStringConvertible {
    /// `GitHub.user #2, offline`.
    public var description: String { "\(call), \(fault)" }
}

extension FaultReport.Outcome: CustomStringConvertible {
    /// Of an error the code, or its type: its text may have secrets.
    public var description: String {
        switch self {
        case .surfaced(let error as TernError): "surfaced: \(error.code)"
        case .surfaced(let error): "surfaced: \(type(of: error))"
        case .silentSuccess: "silent success"
        case .recovered: "recovered"
        case .hang(isAbandoned: false): "hang"
        case .hang(isAbandoned: true): "hang, and goes on when cancelled"
        case .notReached: "not reached"
        }
    }
}
