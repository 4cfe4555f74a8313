import Foundation

/// Reads the servers of a document, a path or an operation.
enum ServerReader {
    /// `nil` if the element has none.
    static func servers(of element: DocumentElement) -> [Server]? {
        guard let list = element["servers"]?.list, !list.isEmpty else { return nil }
        return list.compactMap { server in
            guard let url = server["url"]?.string else { return nil }
            let variables = (server["variables"]?.entries ?? []).map { name, variable in
                Server.Variable(
                    name: name,
                    value: text(variable["default"]) ?? "",
                    allowed: (variable["enum"]?.list ?? []).compactMap(text),
                    description: variable["description"]?.string
                )
            }
            return Server(
                url: url.trimmingCharacters(in: .whitespacesAndNewlines),
                description: server["description"]?.string,
                variables: variables
            )
        }
    }

    /// A value of a variable: in YAML, a port looks like a number.
    private static func text(_ element: DocumentElement?) -> String? {
        element?.string ?? element?.node.number
    }
}
