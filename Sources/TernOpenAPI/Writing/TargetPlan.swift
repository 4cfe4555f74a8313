import Foundation

/// The targets of an API: one for the servers of the document, and one for each list of servers that operations have of
/// their own.
struct TargetPlan {
    struct Target {
        let name: String
        let servers: [Server]
        let element: DocumentElement?
    }

    private(set) var targets: [Target] = []
    private var namesByURL: [String: String] = [:]
    private let mainName: String

    init(_ specification: Specification, options: GeneratorOptions) {
        mainName = options.apiName
        let servers = options.server.map { [Server(url: $0, description: nil, variables: [])] } ?? specification.servers
        targets = [Target(name: mainName, servers: servers, element: specification.operations.first?.element)]
        namesByURL[specification.servers.first?.defaultURL ?? "/"] = mainName
        guard options.server == nil else { return }
        var names: Set<String> = [mainName]
        for operation in specification.operations {
            guard let servers = operation.servers, let url = servers.first?.defaultURL, namesByURL[url] == nil else {
                continue
            }
            let suffix = Self.suffix(of: url, unlike: targets[0].servers.first?.defaultURL)
            let name = SwiftName.unique(mainName + suffix, in: &names)
            targets.append(Target(name: name, servers: servers, element: operation.element))
            namesByURL[url] = name
        }
    }

    func name(for operation: Operation) -> String {
        operation.servers?.first.flatMap { namesByURL[$0.defaultURL] } ?? mainName
    }

    // MARK: - Private

    /// The first word of the host, or the last of the path: `Upload` for `https://upload.example.com/api`.
    private static func suffix(of url: String, unlike base: String?) -> String {
        func parts(_ url: String) -> (host: String, path: String) {
            let components = URLComponents(string: url)
            let host = (components?.host ?? "").split(separator: ".").first.map(String.init) ?? ""
            return (host, (components?.path ?? "").split(separator: "/").last.map(String.init) ?? "")
        }
        let (host, path) = parts(url)
        let isOther = host != base.map { parts($0).host }
        if isOther, !host.isEmpty, !host.contains("{") { return SwiftName.part(host) }
        return path.isEmpty ? "Server" : SwiftName.part(path)
    }
}

extension Server {
    /// The URL with the default values of its variables.
    var defaultURL: String { variables.reduce(url) { $0.replacing("{\($1.name)}", with: $1.value) } }
}
