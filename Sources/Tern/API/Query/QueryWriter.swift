/// Writes named values as `name=value`, separated by `&`, as ``QueryEncoder`` documents.
struct QueryWriter {
    let options: QueryEncoder
    private(set) var output = ""

    init(options: QueryEncoder) {
        self.options = options
    }

    func escape(_ text: String) -> String {
        PercentEncoding.encode(text, keeping: .unreserved, spacesAsPlus: options.spaces == .plus)
    }

    /// Escapes and writes one parameter.
    mutating func write(_ name: String, _ value: String) {
        writePair(escape(name), escape(value))
    }

    mutating func writeNil(_ name: String) {
        if options.nils == .empty { writePair(escape(name), "") }
    }

    /// Writes all parameters of a value.
    ///
    /// - Parameter name: The escaped name of the value, including brackets.
    mutating func write(_ node: QueryNode, named name: String) {
        switch node.kind {
        case .nothing: break
        case .null: if options.nils == .empty { writePair(name, "") }
        case .text: writePair(name, escape(node.text))
        case .keyed: for child in node.children { write(child.node, named: property(escape(child.name), of: name)) }
        case .unkeyed: writeElements(of: node, named: name)
        }
    }

    // MARK: - Private

    private mutating func writeElements(of node: QueryNode, named name: String) {
        if options.arrays == .commaSeparated {
            let scalars = node.children.compactMap { scalar($0.node) }
            if !scalars.isEmpty { writePair(name, scalars.joined(separator: ",")) }
        }
        for (index, (_, child)) in node.children.enumerated() {
            switch child.kind {
            case .nothing: break
            case .keyed, .unkeyed: write(child, named: element(index, of: name))
            case .null, .text:
                switch options.arrays {
                case .repeated: write(child, named: name)
                case .brackets: write(child, named: "\(name)%5B%5D")
                case .indexed: write(child, named: element(index, of: name))
                case .commaSeparated: break
                }
            }
        }
    }

    /// The escaped text of an element in a comma-separated list. `nil` if the list omits it.
    private func scalar(_ node: QueryNode) -> String? {
        switch node.kind {
        case .text: escape(node.text)
        case .null: options.nils == .empty ? "" : nil
        case .nothing, .keyed, .unkeyed: nil
        }
    }

    private func property(_ property: String, of name: String) -> String {
        switch options.nesting {
        case .brackets: "\(name)%5B\(property)%5D"
        case .dots: "\(name).\(property)"
        }
    }

    private func element(_ index: Int, of name: String) -> String {
        "\(name)%5B\(index)%5D"
    }

    private mutating func writePair(_ name: String, _ value: String) {
        if !output.isEmpty { output += "&" }
        output += name
        output += "="
        output += value
    }
}
