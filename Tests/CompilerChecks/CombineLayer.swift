import Foundation

/// Typechecks the layers on Combine of Tern and of TernMoya against a stand-in, since Combine exists on Apple platforms only.
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
        return try faults.map { "ProviderType+Combine.swift:\($0.line - 1): \($0.text)" }
            + (withoutLayer.contains(where: \.isError) ? [] : ["The stand-in for Combine hides the layer's absence."])
            + moyaFailures(of: compiler, flags)
    }

    /// The whole module is checked, since its layer uses types of the module that aren't public.
    private static func moyaFailures(of compiler: SwiftCompiler, _ flags: [String]) throws -> [String] {
        let folder = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in url.deletingLastPathComponent() }
            .appending(path: "Sources/TernMoya")
        let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".swift") }
        let module = ["-module-name", "TernMoya", "-parse-as-library"]
        return try compiler.diagnostics(of: files.map { folder.appending(path: $0) }, flags: flags + module).map {
            "TernMoya with Combine: line \($0.line): \($0.text)"
        }
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
        public struct AnySubscriber<Input, Failure: Error>: Subscriber {
            public init<S: Subscriber>(_ subscriber: S) where S.Input == Input, S.Failure == Failure {}
            public func receive(subscription: any Subscription) {}
            public func receive(_ input: Input) -> Subscribers.Demand { .none }
            public func receive(completion: Subscribers.Completion<Failure>) {}
        }
        public struct AnyPublisher<Output, Failure: Error>: Publisher {
            public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {}
        }
        extension Publisher {
            public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher() }
            public func map<T>(_ transform: @escaping (Output) -> T) -> AnyPublisher<T, Failure> { AnyPublisher() }
            public func compactMap<T>(_ transform: @escaping (Output) -> T?) -> AnyPublisher<T, Failure> {
                AnyPublisher()
            }
            public func filter(_ isIncluded: @escaping (Output) -> Bool) -> AnyPublisher<Output, Failure> {
                AnyPublisher()
            }
            public func tryMap<T>(_ transform: @escaping (Output) throws -> T) -> AnyPublisher<T, any Error> {
                AnyPublisher()
            }
            public func mapError<E: Error>(_ transform: @escaping (Failure) -> E) -> AnyPublisher<Output, E> {
                AnyPublisher()
            }
            public func sink(
                receiveCompletion: @escaping (Subscribers.Completion<Failure>) -> Void,
                receiveValue: @escaping (Output) -> Void
            ) -> AnyCancellable { AnyCancellable() }
        }
        """
}
