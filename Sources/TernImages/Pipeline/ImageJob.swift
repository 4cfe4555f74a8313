import Foundation
import Tern

/// Work that loads share: the download and decode of a picture, or one transform of it.
///
/// Loads, and jobs of further transforms, wait for its value. When nothing waits for the value, the job is cancelled.
struct ImageJob<Value: Sendable>: Sendable {
    typealias ID = Int

    enum Step: Sendable {
        case source
        case transform(ImageTransform<Value>)
    }

    enum Stage: Sendable {
        case download
        case decode
    }

    /// The signal for which the task of a job waits.
    enum Signal: Sendable {
        /// The job has received the slot of its next stage.
        case granted
        /// The value of the job isn't needed any more.
        case ended
    }

    struct Waiter: Sendable {
        let task: ImageTask<Value>
        /// The number of the waiter, in the order of arrival.
        let number: Int
        var priority: CallOptions.Priority
    }

    let key: ImageWorkKey
    /// The URL of the load that has started the work. Loads with the same cache key can have other URLs.
    let url: URL
    /// Whether the job loads a picture, rather than transforming one.
    var isSource: Bool { key.image.transforms.isEmpty }
    var waiters: [ObjectIdentifier: Waiter] = [:]
    /// The loads that wait, in the order of arrival.
    var waitingTasks: [ImageTask<Value>] { waiters.values.sorted { $0.number < $1.number }.map(\.task) }
    /// The jobs of the next transforms.
    var children: [ID] = []
    /// The job whose value a transform needs. `nil` if the transform has the value already.
    var parent: ID?
    /// The priorities of the waiters and the children.
    var priorities = PriorityCounts()
    /// The priority that the parent has counted.
    var priorityAtParent = CallOptions.Priority.normal

    /// The picture to transform.
    var input: Value?
    /// The response with the bytes of the picture, for the errors of transforms. `nil` if there is no response yet, or
    /// no response at all.
    var response: Response?
    var waitsFor: Stage?
    /// The slot of the job. A download's slot passes to the first attempt of the call.
    var slot: Stage?
    /// The attempts of the download that wait for a slot.
    var waitingAttempts: [Int] = []
    var signal: Signal?
    var continuation: CheckedContinuation<Signal, Never>?
    var task: Task<Void, Never>?
    var progress: TransferProgress?

    /// Whether the result was delivered, or isn't needed any more. No load can join the job then.
    var isEnded = false
    /// Whether its value may be kept in memory.
    var keepsValue = true

    init(key: ImageWorkKey, url: URL) {
        self.key = key
        self.url = url
    }
}
