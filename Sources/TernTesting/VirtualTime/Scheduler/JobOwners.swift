import CTernHooks
import Tern

/// Which scheduler a job belongs to: that of the thread that made it, and from then on always the same, whoever wakes it.
///
/// A task's job is the task itself. So its address tells it, as long as the task is kept alive here.
@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
struct JobOwners: Sendable {
    private struct Claim {
        /// `nil` for a task that leaves its scheduler: its next job is nobody's.
        var core: SchedulerCore?
        /// Whether the task is kept alive for its address.
        var isKept: Bool
    }

    private var claims: [UInt: Claim] = [:]
    /// With so many claims, those of ended tasks are looked for.
    private var pruneLimit = 256

    private static let all = Locked(JobOwners())

    /// - Parameter job: A `Job` of the runtime's.
    static func owner(of job: UnsafeMutableRawPointer) -> SchedulerCore? {
        let here = SchedulerCore.onThisThread
        return all.withLock { $0.owner(of: job, here: here) }
    }

    /// The task runs on the scheduler from now on, until it is released. It must be alive for so long.
    static func claim(_ task: UnsafeMutableRawPointer, for core: SchedulerCore) {
        all.withLock { $0.claims[UInt(bitPattern: task)] = Claim(core: core, isKept: false) }
    }

    /// Lets a task go on its way, although its next job is made by the scheduler's thread.
    static func release(_ task: UnsafeMutableRawPointer) {
        all.withLock { $0.claims[UInt(bitPattern: task)] = Claim(core: nil, isKept: false) }
    }

    static func removeAll(of core: SchedulerCore) {
        all.withLock { owners in
            for (address, claim) in owners.claims where claim.core === core { owners.remove(address) }
        }
    }

    /// Forgets the tasks that have ended.
    static func prune() {
        all.withLock { $0.prune() }
    }

    // MARK: - Private

    private mutating func owner(of job: UnsafeMutableRawPointer, here: SchedulerCore?) -> SchedulerCore? {
        let address = UInt(bitPattern: job)
        if let claim = claims[address] {
            if claim.core == nil { claims[address] = nil }
            return claim.core
        }
        guard let here else { return nil }
        if JobFlags(of: job).isTaskOfItsOwn {
            _ = Unmanaged<AnyObject>.fromOpaque(job).retain()
            claims[address] = Claim(core: here, isKept: true)
            if claims.count > pruneLimit { prune() }
        }
        return here
    }

    private mutating func prune() {
        for (address, claim) in claims where claim.isKept && isUnique(address) { remove(address) }
        pruneLimit = max(256, claims.count * 2)
    }

    private mutating func remove(_ address: UInt) {
        guard claims.removeValue(forKey: address)?.isKept == true else { return }
        reference(to: address)?.release()
    }

    /// Whether nobody else holds the task: it holds itself until it has ended.
    private func isUnique(_ address: UInt) -> Bool {
        guard let reference = reference(to: address) else { return false }
        var task = reference.takeRetainedValue()
        let isUnique = isKnownUniquelyReferenced(&task)
        _ = Unmanaged.passRetained(task)
        return isUnique
    }

    private func reference(to address: UInt) -> Unmanaged<AnyObject>? {
        UnsafeRawPointer(bitPattern: address).map { Unmanaged<AnyObject>.fromOpaque($0) }
    }
}

/// The runtime's `JobFlags`.
private struct JobFlags {
    let bits: Int

    init(of job: UnsafeMutableRawPointer) {
        bits = tern_job_flags(job)
    }

    /// Whether it is a task, and one with a memory of its own: not an actor's job, and not that of an `async let`, which
    /// lies in its parent's.
    var isTaskOfItsOwn: Bool {
        let (kind, isChild, isGroupChild) = (bits & 0xff, bits & 1 << 24 != 0, bits & 1 << 26 != 0)
        return bits != 0 && kind == 0 && (!isChild || isGroupChild)
    }
}
