import Foundation
import Tern
import TernTesting

@main
struct CoffeeProgram {
    private static let usage = """
        Usage: coffee [--live | --base-url URL]

        Shows a list of hot coffees. Without an option, the request goes to a server inside this program, over a socket
        on 127.0.0.1.

          --live           Use \(CoffeeAPI.base).
          --base-url URL   Use the server at this URL.
          --help           Show this text.

        Exit codes: 0 the list was shown, 1 there is no list, 64 unknown option.
        """

    static func main() async {
        switch Array(CommandLine.arguments.dropFirst()) {
        case []: await runOffline()
        case ["--live"]: await run(baseURL: CoffeeAPI.base)
        case ["--help"]: print(usage)
        case let arguments where arguments.first == "--base-url" && arguments.count == 2:
            guard let url = URL(string: arguments[1]) else { return fail(usage, code: 64) }
            await run(baseURL: url)
        default: fail(usage, code: 64)
        }
    }

    private static func runOffline() async {
        do {
            let server = try LoopbackServer(routes: ["GET /hot": .json(menu)])
            defer { server.stop() }
            await run(baseURL: server.url)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func run(baseURL: URL) async {
        let api = Provider<CoffeeAPI>(endpointClosure: { Endpoint($0, baseURL: baseURL) })
        do {
            for coffee in try await CoffeeManager(api: api).hotCoffees() {
                print("\(coffee.title): \(coffee.ingredients.joined(separator: ", "))")
            }
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static let menu = """
        [
          {"id": 1, "title": "Black", "ingredients": ["Coffee"]},
          {"id": 2, "title": "Latte", "ingredients": ["Espresso", "Steamed milk"]},
          {"id": 3, "title": "Cortado", "ingredients": ["Espresso", "Warm milk"]}
        ]
        """

    private static func fail(_ message: String, code: Int32) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
