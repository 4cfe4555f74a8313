import Foundation
import Tern
import TernTesting
import TestDoubles
import Testing

/// The query of the case, if the options of a call have a URL.
@Suite(.timeLimit(.minutes(20)))
struct OptionsURLTests {
    private enum Registry: RoutedTarget {
        case finish(digest: String)
        case list

        var baseURL: URL { URL(string: "https://registry.example/v2?key=hunter2")! }

        var route: HTTPRoute {
            switch self {
            case .finish(let digest): .put("/uploads").query(["digest": digest])
            case .list: .get("/list")
            }
        }
    }

    private let provider = Provider<Registry>.stub(journal: nil) { _ in .status(201) }

    private func options(_ url: String, keepsQuery: Bool) -> CallOptions {
        CallOptions(url: URL(string: "https://registry.example\(url)"), keepsQuery: keepsQuery)
    }

    @Test(
        arguments: [
            (.finish(digest: "sha256:1"), "/u/7?_state=abc", false, "/u/7?_state=abc"),
            (.finish(digest: "sha256:1"), "/u/7?_state=abc", true, "/u/7?_state=abc&key=hunter2&digest=sha256%3A1"),
            (.finish(digest: "a b"), "/u/7", true, "/u/7?key=hunter2&digest=a%20b"),
            (.finish(digest: "1"), "/u/7?", true, "/u/7?key=hunter2&digest=1"),
            (.finish(digest: "1"), "/u/7#part", true, "/u/7?key=hunter2&digest=1"),
            (.list, "/next?page=2", true, "/next?page=2&key=hunter2"),
        ] as [(Registry, String, Bool, String)]
    )
    private func queryOfTheCaseIsKeptOnRequest(target: Registry, url: String, keepsQuery: Bool, result: String)
        async throws
    {
        let response = try await provider.request(target, options: options(url, keepsQuery: keepsQuery))
        #expect(response.request?.url.absoluteString == "https://registry.example\(result)")
    }

    @Test func explanationShowsTheURLThatIsReplaced() async {
        let target = Registry.finish(digest: "sha256:1")
        let replaced = "https://registry.example/v2/uploads?key=hunter2&digest=sha256%3A1"

        let dropping = await provider.explain(target, options: options("/u/7", keepsQuery: false))
        let keeping = await provider.explain(target, options: options("/u/7", keepsQuery: true))
        let plain = await provider.explain(target)

        #expect(dropping.replacedURL == replaced)
        let shown = "https://registry.example/v2/uploads?key=<redacted>&digest=sha256%3A1"
        #expect("\(dropping)".contains("URL of the options: replaces \(shown)\n"))
        #expect("\(keeping)".contains("URL of the options: adds the query of \(shown)\n"))
        #expect(!"\(dropping)\(keeping)".contains("hunter2"))
        #expect(plain.replacedURL == nil)
        #expect(!"\(plain)".contains("URL of the options"))
    }
}
