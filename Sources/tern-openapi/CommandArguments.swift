import TernOpenAPI

/// What the command line asks for.
enum CommandArguments {
    case help
    case generate(Generation)
    case check(document: String, recordings: [String])

    struct Generation {
        var document: String
        /// `nil` for the folder of the document.
        var folder: String?
        var output: String
        var tests: String?
        /// The module that the tests import. `nil` for that of the output folder.
        var module: String?
        /// `nil` for the title of the document.
        var name: String?
        var options = GeneratorOptions(apiName: "", documentName: "")
    }

    static let usage = """
        Usage:
          tern-openapi generate DOCUMENT --output FOLDER [OPTIONS]
          tern-openapi check DOCUMENT [RECORDING.har …]

        generate writes the API of an OpenAPI document (3.0, 3.1, 3.2; JSON or YAML) as Swift source text for Tern.
        check lists what is wrong in a document, and where the responses of recordings differ from it.

        Options of generate:
          --output FOLDER   The folder of the source files.
          --folder FOLDER   The folder below which the files of the document are. By default, that of the document.
          --name NAME       The name of the API. By default, the title of the document.
          --enum            An enum with one switch, not a list of calls.
          --hashable        Models are Hashable, which takes up to half as much again to compile.
          --tests FOLDER    Also a file of tests that call every operation of a stubbed provider.
          --module NAME     The module that the tests import. By default, the folder below Sources.
          --only FILTERS    The operations to generate: tag:Users,path:/users/*,operation:getUser
          --except FILTERS  The operations to leave out.
          --server URL      The base URL in place of the document's.

        A second run writes the files that have changed, and removes those that the document doesn't have any more.
        Files that tern-openapi hasn't written are never touched. Exit codes: 0, 1 for problems, 64 for a wrong usage.
        """

    init(_ arguments: [String]) throws(UsageError) {
        if arguments.contains("--help") || arguments.contains("-h") || arguments.first == "help" {
            self = .help
            return
        }
        guard let command = arguments.first else { throw UsageError(text: "A command is missing: generate or check.") }
        switch command {
        case "generate": self = .generate(try Self.generation(arguments.dropFirst()))
        case "check":
            let paths = Array(arguments.dropFirst())
            if let option = paths.first(where: { $0.hasPrefix("-") }) {
                throw UsageError(text: "check has no option \(option).")
            }
            guard let document = paths.first else { throw UsageError(text: "The document to check is missing.") }
            self = .check(document: document, recordings: Array(paths.dropFirst()))
        default: throw UsageError(text: "There is no command \"\(command)\": write generate or check.")
        }
    }

    // MARK: - Private

    private static func generation(_ arguments: ArraySlice<String>) throws(UsageError) -> Generation {
        var documents: [String] = []
        var values: [String: String] = [:]
        var generation = Generation(document: "", output: "")
        var rest = arguments
        while let argument = rest.popFirst() {
            switch argument {
            case "--enum": generation.options.form = .enumeration
            case "--hashable": generation.options.isHashable = true
            case "--output", "--folder", "--name", "--tests", "--module", "--only", "--except", "--server":
                guard let value = rest.popFirst(), !value.hasPrefix("--") else {
                    throw UsageError(text: "\(argument) needs a value.")
                }
                guard values.updateValue(value, forKey: argument) == nil else {
                    throw UsageError(text: "\(argument) is there twice.")
                }
            case _ where argument.hasPrefix("-"): throw UsageError(text: "generate has no option \(argument).")
            default: documents.append(argument)
            }
        }
        guard documents.count == 1 else {
            throw UsageError(text: documents.isEmpty ? "The document is missing." : "generate reads one document.")
        }
        guard let output = values["--output"] else { throw UsageError(text: "--output is missing.") }
        (generation.document, generation.output, generation.folder) = (documents[0], output, values["--folder"])
        (generation.name, generation.tests) = (values["--name"], values["--tests"])
        (generation.module, generation.options.server) = (values["--module"], values["--server"])
        generation.options.only = try OperationFilter.list(values["--only"] ?? "")
        generation.options.except = try OperationFilter.list(values["--except"] ?? "")
        return generation
    }
}
