import Foundation

/// Typechecks the layer on Combine against a stand-in, since Combine exists on Apple platforms only.
enum CombineLayer {
    static func failures(of compiler: SwiftCompiler) throws -> [String] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "Combine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try compiler.makeModule("Combine", of: standIn, in: folder)

        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/Tern/Provider")
        let layer = try String(contentsOf: sources.appending(path: "ProviderType+Combine.swift"), encoding: .utf8)
        let flags = ["-I", folder.path]
        let faults = try compiler.diagnostics(of: "import Tern\n" + layer + use, flags: flags)
        // A check that can't fail proves nothing: without the layer, its use doesn't compile.
        let withoutLayer = try compiler.diagnostics(of: "import Combine\nimport Tern\n" + use, flags: flags)
        return faults.map { "ProviderType+Combine.swift:\($0.line - 1): \($0.text)" }
            + (withoutLayer.contains(where: \.isError) ? [] : ["The stand-in for Combine hides the layer's absence."])
    }

    private static let use = """

        struct Zen: TargetType {
            var baseURL: URL { URL(string: "https://api.github.com")! }
            var path: String { "/zen" }
        }

        func use(_ provider: Provider<Zen>) -> [AnyCancellable] {
            let call = Call<Zen, String>(Zen()) { try $0.string() }
            return [
                provider.publisher(for: Zen()).sink { _ in } receiveValue: { print($0.statusCode) },
                provider.publisher(for: call).sink { _ in } receiveValue: { print($0.count) },
                provider.transferPublisher(for: Zen()).sink { _ in } receiveValue: { print($0) },
            ]
        }
        """

    /// Declarations with the signatures of Apple's Combine.
    private static let standIn = """
        public protocol CustomCombineIdentifierConvertible {}
        public protocol Cancellable { func cancel() }
        public final class AnyCancellable: Cancellable { public init() {}; public func cancel() {} }
        public enum Subscribers {
            public struct Demand: Equatable, Comparable, Hashable, Sendable {
                public static let unlimited = Demand()
                public static let none = Demand()
                public static func < (lhs: Demand, rhs: Demand) -> Bool { false }
                public static func += (lhs: inout Demand, rhs: Demand) {}
                public static func -= (lhs: inout Demand, rhs: Int) {}
            }
            @frozen public enum Completion<Failure: Error> {
                case finished
                case failure(Failure)
            }
        }
        public protocol Subscription: Cancellable, CustomCombineIdentifierConvertible {
            func request(_ demand: Subscribers.Demand)
        }
        public protocol Subscriber<Input, Failure>: CustomCombineIdentifierConvertible {
            associatedtype Input
            associatedtype Failure: Error
            func receive(subscription: any Subscription)
            func receive(_ input: Input) -> Subscribers.Demand
            func receive(completion: Subscribers.Completion<Failure>)
        }
        public protocol Publisher<Output, Failure> {
            associatedtype Output
            associatedtype Failure: Error
            func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure
        }
        public struct AnyPublisher<Output, Failure: Error>: Publisher {
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {}
        }
        extension Publisher {
            public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher() }
            public func sink(
                receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
                receiveValue: @escaping (Output) -> Void
            ) -> AnyCancellable { AnyCancellable() }
        }
        """
}
