import Foundation

/// The arguments of the command.
struct Options: Equatable {
    struct Failure: Error, Equatable {
        let text: String
    }

    static let usage = """
        Usage: swift run tern-check [--only TEXT] [--report PATH]

        Checks Tern on this system: the engine, the doubles, virtual time and, on a Mac, what only Apple's frameworks do.
        It needs no network. Its servers are on the loopback interface. It takes 20 seconds on Linux with two cores.

          --only TEXT    Runs only the parts and checks with this text in their names.
          --report PATH  Writes the report to this file instead of tern-check-report.md. It contains no user name, host
                         name and path of this system.
          --help         Shows this text.

        Exit codes: 0 if no check failed, 1 if a check failed, 64 for a wrong argument.
        """

    var only: String?
    var report = "tern-check-report.md"
    var isHelpWanted = false

    /// - Parameter arguments: Without the name of the program.
    init(_ arguments: [String]) throws(Failure) {
        var rest = arguments[...]
        while let name = rest.popFirst() {
            switch name {
            case "--help", "-h": isHelpWanted = true
            case "--only", "--report":
                guard let value = rest.popFirst(), !value.isEmpty else { throw Failure(text: "\(name) needs a value.") }
                if name == "--only" { only = value } else { report = value }
            default: throw Failure(text: "There is no option \(name).")
            }
        }
    }

    /// The parts and cases that are wanted. A part whose name has the text keeps all its cases.
    func selection(of parts: [CheckPart]) -> [CheckPart] {
        guard let only else { return parts }
        return parts.compactMap { part in
            guard part.name.range(of: only, options: .caseInsensitive) == nil else { return part }
            var part = part
            part.cases.removeAll { $0.name.range(of: only, options: .caseInsensitive) == nil }
            return part.cases.isEmpty ? nil : part
        }
    }
}
