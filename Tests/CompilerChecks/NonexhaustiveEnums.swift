/// A client that switches over an enum that may get another case needs a default.
enum NonexhaustiveEnums {
    private static let head = """
        import Foundation
        import Tern

        func use(_ stub: StubBehavior, _ body: Response.Body, _ delivery: Request.Delivery, _ target: MultiTarget) {

        """
    private static let exhaustive = """
            switch stub { case .never, .immediate: break; case .delayed(let time): _ = time }

        """
    private static let withDefaults = """
            switch target { case .target: break }
            switch stub { case .never, .immediate: break; case .delayed(let time): _ = time; @unknown default: break }
            switch body {
            case .data(let data): _ = data
            case .file(let url): _ = url
            case .stream(let stream): _ = stream
            @unknown default: break
            }
            if case .download(let destination) = delivery { _ = destination }
            _ = [StubBehavior.never, .immediate, .delayed(.seconds(1))] == [stub]
            _ = QueryEncoder(arrays: .brackets, dates: .custom { "\\($0)" })
        }
        """

    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        let accepted = try compiler.diagnostics(of: head + withDefaults)
        let refused = try compiler.diagnostics(of: head + exhaustive + withDefaults)
        let isRefused =
            refused.map(\.line) == [5] && refused[0].isError
            && refused[0].text.contains("'StubBehavior' may have additional unknown values")
        return accepted.map { "A switch with a default: line \($0.line): \($0.text)" }
            + (isRefused ? [] : ["A switch without a default: \(refused)"])
    }
}
