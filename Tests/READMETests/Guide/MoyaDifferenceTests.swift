import Foundation
import Tern
import TernTesting
import Testing

/// What the guide's page on Moya says about paths, parameters, tasks and callbacks.
@Suite(.timeLimit(.minutes(20)))
struct MoyaDifferenceTests {
    struct Coffee: Codable, Equatable, Sendable {
        let title: String
    }

    enum CoffeeService: TargetType {
        case menu(page: Int)

        var baseURL: URL { URL(string: "https://coffee.example.com")! }
        var path: String { "/menu" }
    }

    private enum Named: TargetType {
        case coffee(String)

        var baseURL: URL { URL(string: "https://coffee.example.com")! }
        var path: String {
            switch self {
            case .coffee(let name): "/coffees/\(URL.pathSegment(name))"
            }
        }
    }

    private struct Raw: TargetType {
        let baseURL = URL(string: "https://coffee.example.com")!
        let path: String
    }

    private struct Search: TargetType {
        let text: String
        let page: Int?
        let roasts: [String]

        let baseURL = URL(string: "https://coffee.example.com")!
        let path = "/search"

        var task: HTTPTask {
            var parameters: QueryParameters = ["q": text]
            if let page { parameters["page"] = page }
            if !roasts.isEmpty { parameters["roast"] = roasts }
            return .query(parameters)
        }
    }

    private static func table(under heading: String) throws -> [[String]] {
        try README(path: README.page("MigratingFromMoya")).table(under: heading)
    }

    /// The path and the query of the request's URL, or the code of the error.
    private func place(of target: some TargetType) -> String {
        do throws(TernError) {
            let text = try Endpoint(target).request().url.absoluteString
            return String(text.dropFirst("https://coffee.example.com".count))
        } catch {
            return "\(error.code)"
        }
    }

    @Test func pathsAreEscapedAsInTheTable() throws {
        let rows = try Self.table(under: "Paths")
        try #require(rows.count == 9)
        for row in rows { #expect(place(of: Raw(path: row[0])) == row[2]) }
    }

    @Test func argumentsAreEscapedAsInTheTable() throws {
        let lines = try README(path: README.page("MigratingFromMoya")).lines
        let rows = lines.drop { !$0.hasPrefix("| Argument of") }.dropFirst(2).prefix { $0.hasPrefix("|") }.map {
            $0.split(separator: "|").map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }
        try #require(rows.count == 6)
        for row in rows {
            let place = place(of: Named.coffee(row[0]))
            #expect(place == (row[1] == "invalidURL" ? row[1] : "/coffees/\(row[1])"))
        }
    }

    @Test func parametersAreBuiltStepByStep() {
        #expect(place(of: Search(text: "a", page: 2, roasts: ["x", "y"])) == "/search?q=a&page=2&roast=x&roast=y")
        #expect(place(of: Search(text: "a", page: nil, roasts: [])) == "/search?q=a")
    }

    @Test func dictionariesBecomeParameters() throws {
        let filter: [String: any Encodable & Sendable] = ["roast": ["dark", "light"], "limit": 10, "fair": true]
        let parameters = QueryParameters(filter)

        #expect(try QueryEncoder().encode(parameters) == "fair=true&limit=10&roast=dark&roast=light")
    }

    @Test func encoderWritesArraysAndBooleansAsMoya() throws {
        let provider = Provider<CoffeeService>().configured {
            $0.queryEncoder = QueryEncoder(arrays: .brackets, bools: .digits)
        }
        let encoder = provider.configuration.queryEncoder
        let parameters: [String: any Encodable & Sendable] = [
            "b": 2, "a": "x y&z+ä/?", "c": true, "d": [1, 2], "e": ["k": "v"], "f": 1.5, "g": Int64.max, "j": false,
        ]

        // What Moya 15 sends.
        let moya = "a=x%20y%26z%2B%C3%A4/?&b=2&c=1&d%5B%5D=1&d%5B%5D=2&e%5Bk%5D=v&f=1.5&g=9223372036854775807&j=0"
        let text = try encoder.encode(QueryParameters(parameters))
        #expect(text == moya.replacing("/?", with: "%2F%3F"))
        #expect(try encoder.encode(["b": 1, "a": 2]) == "b=1&a=2")
        let form = HTTPTask.form(["a": "x y"], encoder: encoder)
        #expect(try Endpoint(Raw(path: "/")).replacing(task: form).request().body?.data == Data("a=x%20y".utf8))
    }

    @Test func dictionariesOfAnyBecomeJSONBodies() async throws {
        let call = try Call.order(["title": "Latte", "sizes": [1, 2]])
        let body = try Endpoint(call.target).replacing(task: call.target.task).request().body

        let object = try JSONSerialization.jsonObject(with: try #require(body?.data)) as? [String: Any]
        #expect(object?["title"] as? String == "Latte" && object?["sizes"] as? [Int] == [1, 2])
        #expect(body?.contentType == "application/json")
    }

    @Test func taskIsSwifts() async throws {
        let gate = SampleGate()
        let provider = Provider<CoffeeService>.stub(journal: nil) { _ in .json([Coffee]()).held(by: gate) }

        let orders = Task { try await provider.request(.menu(page: 1)) }
        orders.cancel()

        let error = await #expect(throws: TernError.self) { try await orders.value }
        #expect(error?.code == .cancelled)
    }

    @MainActor private final class MenuModel {
        private let provider: any ProviderType<CoffeeService>
        private let show: ([Coffee]) -> Void
        private var coffees: [Coffee] = [] { didSet { show(coffees) } }

        init(_ provider: any ProviderType<CoffeeService>, show: @escaping ([Coffee]) -> Void) {
            (self.provider, self.show) = (provider, show)
        }

        func load() {
            provider.value(.menu(page: 1)) { result in
                self.coffees = (try? result.get()) ?? []
            }
        }
    }

    @MainActor @Test func closureOfTheMainActorChangesItsState() async {
        let provider = Provider<CoffeeService>.stub(journal: nil) { _ in .json([Coffee(title: "Latte")]) }

        let shown = await withCheckedContinuation { continuation in
            MenuModel(provider) { continuation.resume(returning: $0) }.load()
        }

        #expect(shown == [Coffee(title: "Latte")])
    }

    @Test func closureRunsOnTheNamedQueue() async throws {
        let provider = Provider<CoffeeService>.stub(journal: nil) { _ in .json([Coffee]()) }
        let queue = DispatchQueue(label: "saving")
        let key = DispatchSpecificKey<Int>()
        queue.setSpecific(key: key, value: 7)
        let (statuses, continuation) = AsyncStream.makeStream(of: Int?.self)
        let save: @Sendable (Result<Response, TernError>) -> Void = { _ in
            continuation.yield(DispatchQueue.getSpecific(key: key))
        }

        provider.request(.menu(page: 1), options: CallOptions(timeout: .seconds(5)), callbackQueue: queue) { result in
            save(result)
        }

        #expect(await statuses.first { _ in true } == 7)
    }
}

extension Call where Target == MoyaDifferenceTests.CoffeeService, Value == [MoyaDifferenceTests.Coffee] {
    static func menu(page: Int) -> Self { .init(.menu(page: page)) }
}

enum OrderService: TargetType {
    case order(json: Data)

    var baseURL: URL { URL(string: "https://coffee.example.com")! }
    var path: String { "/orders" }
    var method: HTTPMethod { .post }
    var task: HTTPTask {
        switch self {
        case .order(let json): .json(data: json)
        }
    }
}

extension Call<OrderService, NoContent> {
    static func order(_ order: [String: Any]) throws -> Self {
        .init(.order(json: try JSONSerialization.data(withJSONObject: order)))
    }
}
