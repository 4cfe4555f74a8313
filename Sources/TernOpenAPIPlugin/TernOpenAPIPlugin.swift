import Foundation
import PackagePlugin

/// `swift package openapi generate openapi.yaml --output Sources/App/API`
@main
struct TernOpenAPIPlugin: CommandPlugin {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    func performCommand(context: PluginContext, arguments: [String]) async throws {
        let process = Process()
        process.executableURL = try context.tool(named: "tern-openapi").url
        process.arguments = arguments
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw Failure(description: "tern-openapi ended with code \(process.terminationStatus).")
        }
    }
}
