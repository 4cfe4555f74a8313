import Foundation
import Tern
import TernImages
import TernTesting

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
/// Findings of the trait `.network` and of any other `Journal` are a URL without a picture, a picture that is never
/// requested, and a service that is never used.
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
    private let owner: TestOwner
    private let onLoad: @Sendable (URL) -> Void

    /// - Parameters:
    ///   - memory: The pictures in memory, by their URL. Empty by default. Loads don't change them.
    ///   - picture: Creates the picture for each load that doesn't use memory, according to its cache policy as with an
    ///     `ImageClient`. A load with `.memoryOnly` fails with `.notCached` if the picture isn't in memory. The closure
    ///     can wait at a `SampleGate` or on a clock, and throw a `TernError`. Its task is cancelled when the load is
    ///     cancelled.
    ///   - journal: The journal that receives the findings. `Journal/current`, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public convenience init(
        memory: [URL: Value] = [:],
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line,
        picture: @escaping @Sendable @concurrent (ImageRequest<Value>) async throws -> Value
    ) {
        let source = SourcePosition(filePath: filePath, line: line)
        let stub = journal?.add(stub: "The StubImageService", expectedUses: 1, at: source)
        self.init(
            memory: memory,
            owner: TestOwner(of: "The StubImageService", journal: journal, at: source),
            onLoad: { _ in if let journal, let stub { journal.use(stub) } },
            picture: picture
        )
    }

    /// Creates a service with these pictures by their URL. A load of another URL fails with `.missingSample`.
    ///
    /// - Parameters:
    ///   - pictures: The pictures by their URL.
    ///   - journal: The journal that receives the findings. `Journal/current`, the journal of the running test, by
    ///     default.
    ///   - filePath: The path of the file that findings report. The caller's by default.
    ///   - line: The line that findings report. The caller's by default.
    public convenience init(
        _ pictures: [URL: Value],
        journal: Journal? = Journal.current,
        filePath: String = #filePath,
        line: Int = #line
    ) {
        let source = SourcePosition(filePath: filePath, line: line)
        var stubs: [URL: Int] = [:]
        for url in pictures.keys.sorted(by: { $0.absoluteString < $1.absoluteString }) {
            let name = "The picture of \(Redaction.default.text(ofURL: url.absoluteString))"
            stubs[url] = journal?.add(stub: name, expectedUses: 1, at: source)
        }
        self.init(
            memory: [:],
            owner: TestOwner(of: "The StubImageService", journal: journal, at: source),
            onLoad: { [stubs] url in if let journal, let stub = stubs[url] { journal.use(stub) } },
            picture: { request in
                if let picture = pictures[request.url] { return picture }
                let error = TernError(
                    .missingSample,
                    reason: "The StubImageService has no picture for \(request).",
                    advice: "Add it to the pictures of the StubImageService.",
                    target: ImageTarget(request.url)
                )
                journal?.report(Journal.Finding(.unmatchedRequest, error.reasonAndAdvice, at: source))
                throw error
            }
        )
    }

    private init(
        memory: [URL: Value],
        owner: TestOwner,
        onLoad: @escaping @Sendable (URL) -> Void,
        picture: @escaping @Sendable @concurrent (ImageRequest<Value>) async throws -> Value
    ) {
        self.memory = memory
        self.owner = owner
        self.onLoad = onLoad
        self.picture = picture
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
        didUse(request)
        return memory[request.url]
    }

    @discardableResult
    public func load(_ request: ImageRequest<Value>) -> ImageTask<Value> {
        didUse(request)
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

    private func didUse(_ request: ImageRequest<Value>) {
        owner.noteUse()
        onLoad(request.url)
    }
}

extension StubImageService: CustomReflectable {
    /// The requests, whose texts have no credentials.
    public var customMirror: Mirror { Mirror(self, children: ["requests": requests], displayStyle: .class) }
}
