import Foundation

/// Says whether another process, or another cache, has removed responses from a folder, so that what is in memory may
/// have gone from the disk.
///
/// A file of the folder grows by a byte with each removal. A cache knows how many bytes are its own.
final class DiskRemovals: Sendable {
    private struct State {
        /// The number of the file in its file system. Zero while there is none.
        var file: UInt64 = 0
        /// The bytes of this cache in the file.
        var own = 0
        /// The bytes of other caches in the file that are known here.
        var others = 0
        /// How often removals of other caches were found.
        var known = 0
        /// When the file was looked at, in seconds since 1970.
        var lastCheck = -Double.infinity
    }

    /// The time in seconds for which a lookup trusts the memory.
    private static let trustedTime = 1.0
    /// A longer file is removed. The next removal begins a new one.
    private static let maximumBytes = 65_536

    private let folder: DiskFolder
    private let path: String
    private let state = Guarded(State())

    init(in folder: DiskFolder) {
        self.folder = folder
        path = folder.path + "/removals"
        _ = areNew()
    }

    /// Tells the other caches that responses are removed.
    func add() {
        // A file that was removed before its byte was written is found by no other cache.
        for _ in 0..<2 where append() { return }
    }

    /// Whether others have removed responses since the last call.
    ///
    /// - Parameter now: The time in seconds since 1970 of a lookup, which looks at the file once a second. `nil` to look
    ///   at it now.
    func areNew(at now: Double? = nil) -> Bool {
        state.withLock { state in
            if let now {
                guard abs(now - state.lastCheck) >= Self.trustedTime else { return false }
                state.lastCheck = now
            }
            let (file, others, own) = look(state)
            guard file != state.file || others != state.others else { return false }
            (state.file, state.others, state.own) = (file, others, own)
            state.known += 1
            return true
        }
    }

    /// How often ``areNew(at:)`` has found removals of others.
    var known: Int { state.withLock(\.known) }

    /// Whether the next call of ``areNew(at:)`` without a time would find removals of others.
    var areAhead: Bool {
        state.withLock { state in
            let (file, others, _) = look(state)
            return file != state.file || others != state.others
        }
    }

    // MARK: - Private

    /// The file as it is now: its number, and the bytes of other caches and of this one.
    private func look(_ state: State) -> (file: UInt64, others: Int, own: Int) {
        var status = stat()
        guard lstat(path, &status) == 0, status.isRegular, folder.isOwn(status) else { return (0, 0, 0) }
        let file = UInt64(status.st_ino)
        let own = file == state.file ? state.own : 0
        return (file, Int(clamping: status.st_size) - own, own)
    }

    /// - Returns: Whether the byte is in the file, or can't be written at all.
    private func append() -> Bool {
        state.withLock { state in
            let new = state.file == 0 ? DiskFile(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND) : nil
            let opened = new ?? DiskFile(path, O_WRONLY | O_CREAT | O_APPEND)
            guard let file = opened, let before = file.status, folder.isOwn(before), file.write(Data([0x0A])),
                let status = file.status
            else { return true }
            guard status.st_nlink > 0 else { return false }
            // The file of this cache is no news. One that another cache has begun is.
            if new != nil { (state.file, state.own, state.others) = (UInt64(status.st_ino), 0, 0) }
            if state.file == UInt64(status.st_ino) { state.own += 1 }
            if status.st_size > Self.maximumBytes { _ = unlink(path) }
            return true
        }
    }
}
