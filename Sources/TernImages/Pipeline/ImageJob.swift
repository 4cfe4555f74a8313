import Tern

/// Work that loads share: the download and decode of a picture, or one transform of it.
///
/// Loads and jobs of further transforms wait for its value. When none is left, it is cancelled.
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

    /// What the task of a job waits for.
    enum Signal: Sendable {
        /// It has the slot of its next stage.
        case granted
        /// Nothing needs its value any more.
        case ended
    }

    struct Waiter: Sendable {
        let task: ImageTask<Value>
        /// In the order of arrival.
        let number: Int
        var priority: CallPriority
    }

    let key: ImageWorkKey
    var waiters: [ObjectIdentifier: Waiter] = [:]
    /// The jobs of the next transforms.
    var children: [ID] = []
    /// The job whose value a transform needs. `nil` if it has that value.
    var parent: ID?
    /// Those of the waiters and the children.
    var priorities = PriorityCounts()
    /// The priority that the parent has counted.
    var priorityAtParent = CallPriority.normal

    /// The picture to transform.
    var input: Value?
    /// The response with the bytes of the picture, for the errors of transforms. `nil` before it, and without one.
    var response: Response?
    var waitsFor: Stage?
    var slot: Stage?
    var signal: Signal?
    var continuation: CheckedContinuation<Signal, Never>?
    var task: Task<Void, Never>?
    var progress: TransferProgress?

    /// Whether its result was passed on, or nothing needs it any more. No load can join it then.
    var isEnded = false
    /// Whether its value may be kept in memory.
    var keepsValue = true

    init(key: ImageWorkKey) {
        self.key = key
    }
}
