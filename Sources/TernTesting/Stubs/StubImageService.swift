import Foundation
import Tern
import TernImages

/// Loads pictures from a closure, for tests of view models and views. Two services share no state, and loads don't
/// store pictures in memory. The test determines the pictures in memory.
///
/// ```swift
/// let slow = SampleGate()
/// let images = StubImageService<String> { request in
///     if request.url == first { try await slow.pass() }      // held until the test releases it
///     return request.url.lastPathComponent
/// }
/// let cell = Cell()
/// images.setImage(on: cell, fromURL: first)
/// images.setImage(on: cell, fromURL: second)      // the cell is reused
/// slow.release()
/// ```
///
/// To test with the real decoding, sharing and memory, use an `ImageClient` with a stubbed provider instead:
/// `ImageClient(provider: Provider<ImageTarget>.stub { … }, decoder: .encoded)`.
public final class StubImageService<Value: Sendable>: ImageService {
    private struct Recorded: Sendable {
        var requests: [ImageRequest<Value>] = []
        var cancelled: [URL] = []
    }

    private let memory: [URL: Value]
    private let picture: @Sendable @concurrent (ImageRequest<Value>) async throws -> Value
    private let recorded = WaitableState(Recorded())

    /// - Parameters:
    ///   - memory: The pictures in memory, by their URL. Empty by default. Loads don't change them.
    ///   - picture: Creates the picture for each load that doesn't use memory, according to its cache policy as with an
    ///     `ImageClient`. A load with `.memoryOnly` fails with `.notCached` if the picture isn't in memory. The closure
    ///     can wait at a `SampleGate` or on a clock, and throw a `TernError`. Its task is cancelled when the load is
    ///     cancelled.
    public init(
        memory: [URL: Value] = [:],
        picture: @escaping @Sendable @concurrent (ImageRequest<Value>) async throws -> Value
    ) {
        self.memory = memory
        self.picture = picture
    }

    /// Creates a service with these pictures by their URL. A load of another URL fails with `.missingSample`.
    public convenience init(_ pictures: [URL: Value]) {
        self.init { request in
            guard let picture = pictures[request.url] else {
                throw TernError(
                    .missingSample,
                    reason: "The StubImageService has no picture for \(request).",
                    advice: "Add it to the pictures of the StubImageService.",
                    target: ImageTarget(request.url)
                )
            }
            return picture
        }
    }

    /// The requests of all loads for which the closure is called, in their order.
    public var requests: [ImageRequest<Value>] { recorded.value.requests }

    /// The URLs of the loads that were cancelled before their closure returned, in the order of the cancellations.
    public var cancelledURLs: [URL] { recorded.value.cancelled }

    /// Waits until this number of loads has begun.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    public func waitForRequests(atLeast count: Int) async throws {
        try await recorded.wait { $0.requests.count >= count ? .success(()) : nil }
    }

    public func cached(_ request: ImageRequest<Value>) -> Value? {
        memory[request.url]
    }

    @discardableResult
    public func load(_ request: ImageRequest<Value>) -> ImageTask<Value> {
        if request.cachePolicy.readsMemory {
            if let picture = memory[request.url] { return ImageTask(request, result: .success(picture)) }
            if request.cachePolicy == .memoryOnly {
                return ImageTask(request, result: .failure(.notCached.adding(request)))
            }
        }
        recorded.update { $0.requests.append(request) }
        return ImageTask(request) { [picture, recorded] in
            try await withTaskCancellationHandler {
                try await picture(request)
            } onCancel: {
                recorded.update { $0.cancelled.append(request.url) }
            }
        }
    }
}
