import CTern
import Foundation

/// The hidden file to which a download is written, until it is complete and moved to its destination.
///
/// A file that can be continued has a name that depends only on the destination, so that another process finds it, and
/// a second file with its ``ResumeInformation``. The file is locked. Other downloads to the same destination then use
/// separate files.
final class PartialFile {
    /// The directory of this file and of the destination.
    let directory: URL
    /// The name of the file in error texts.
    private let subject: String
    private let url: URL
    /// `nil` for a file that can't be continued.
    private let informationURL: URL?
    /// The file descriptor. -1 when the file is closed.
    private var descriptor: Int32
    /// The number of bytes in the file. `Int` has 32 bits on some watches.
    private(set) var count: Int64 = 0
    /// Whether another download can continue the file.
    private var isResumable = false

    /// Creates the file, or opens the file of an interrupted download to the same destination.
    ///
    /// - Throws: `TernError` with code `.fileFailed`.
    init(for destination: Request.DownloadDestination, of request: Request) throws(TernError) {
        let place = destination.url
        directory = destination.isDirectory ? place : place.deletingLastPathComponent()
        subject = place.lastPathComponent
        if destination.resumes {
            let name = destination.isDirectory ? "url \(request.url.absoluteString)" : "file \(subject)"
            let shared = directory.appendingPathComponent(".\(ByteDigest.text(of: name)).partial")
            if let locked = Self.openLocked(shared) {
                (url, informationURL) = (shared, shared.appendingPathExtension("info"))
                (descriptor, count) = locked
                isResumable = true
                return
            }
        }
        url = directory.appendingPathComponent(".\(UUID().uuidString).partial")
        informationURL = nil
        // O_EXCL never opens an existing file. As for any new file, the umask limits its permissions.
        descriptor = Self.withPath(of: url) { open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666) }
        guard descriptor >= 0 else { throw Self.failure(subject, "can't be created", errno) }
    }

    deinit {
        end()
    }

    /// The information of the interrupted download, whose bytes are in the file. `nil` if the file can't be continued.
    func information(for request: Request) -> ResumeInformation? {
        guard count > 0, let informationURL, let data = try? Data(contentsOf: informationURL) else { return nil }
        return ResumeInformation(data, for: request)
    }

    /// Truncates the file to this number of bytes. Later bytes are appended.
    func keep(_ bytes: Int64) throws(TernError) {
        // No seek is needed, since each write appends.
        guard tern_file_truncate(descriptor, bytes) == 0 else { throw Self.failure(subject, "can't be written", errno) }
        count = bytes
    }

    /// Removes all bytes, and starts another download.
    ///
    /// - Parameter information: `nil` for a download that can't be continued.
    func restart(_ information: ResumeInformation?) throws(TernError) {
        // The order matters: if the process ends in between, the information never describes the bytes of another
        // download.
        try keep(0)
        removeInformation()
        isResumable = information.map(save) ?? false
    }

    func append(_ piece: Data) throws(TernError) {
        let number = piece.withUnsafeBytes { bytes -> Int32 in
            var rest = bytes[...]
            while !rest.isEmpty {
                let written = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if written >= 0 {
                    rest = rest.dropFirst(written)
                    count += Int64(written)
                } else if errno != EINTR {
                    return errno
                }
            }
            return 0
        }
        guard number == 0 else { throw Self.failure(subject, "can't be written", number) }
    }

    /// Moves the complete file to its destination.
    ///
    /// - Parameter name: The name in the directory.
    /// - Returns: The URL of the file. Its name may differ from `name`.
    func move(to name: String, ifExists: Request.DownloadDestination.ExistingFile) throws(TernError) -> URL {
        for number in 1...Self.maximumNumber {
            let name = number == 1 ? name : FileName.numbered(name, number)
            let target = directory.appendingPathComponent(name)
            try Self.check(target, ifExists: ifExists)
            let error = ifExists == .replace ? replace(target) : moveUnlessExists(to: target)
            switch error {
            case 0:
                removeInformation()
                close()
                return target
            case EEXIST where ifExists == .makeUnique: continue
            default: throw Self.failure(name, "can't be moved into place", error)
            }
        }
        throw Self.failure(name, "can't be moved into place, after \(Self.maximumNumber) names", EEXIST)
    }

    /// Closes the file. It is removed, unless a later download can continue it. Does nothing after a move.
    func end() {
        guard descriptor >= 0 else { return }
        if isResumable, count > 0 { close() } else { discard() }
    }

    /// Closes and removes the file.
    func discard() {
        guard descriptor >= 0 else { return }
        // The file is removed while it is still locked, so that no other download opens it.
        _ = Self.withPath(of: url) { unlink($0) }
        removeInformation()
        close()
    }

    /// Checks that a download may be moved to this place.
    ///
    /// - Throws: `TernError` with code `.fileFailed` for `.fail` if the name is taken, and for `.replace` if it is that
    ///   of anything but a regular file or a link.
    static func check(_ place: URL, ifExists: Request.DownloadDestination.ExistingFile) throws(TernError) {
        let name = place.lastPathComponent
        var obstacle: String?
        let isTaken =
            withPath(of: place) { path in
                obstacle = tern_file_obstacle(path).map { String(cString: $0) }
                return tern_file_exists(path)
            } == 0
        guard isTaken, ifExists != .makeUnique else { return }
        if ifExists == .fail { throw failure(name, "can't be created", EEXIST) }
        guard let obstacle else { return }
        throw TernError(
            .fileFailed,
            reason: "The response's file \"\(name)\" can't be written: it is \(obstacle).",
            advice: obstacle == "a directory"
                ? "Use .directory(_:) for a file within this directory." : "Choose another destination."
        )
    }

    /// The error of a file, with the reason of the system and the next step.
    static func failure(_ name: String, _ problem: String, _ number: Int32) -> TernError {
        let advice: String? =
            switch tern_file_cause(number) {
            case tern_file_missing: "Check the path, or create missing directories with createsDirectories: true."
            case tern_file_taken: "Remove the file, or download with ifExists: .replace or .makeUnique."
            case tern_file_forbidden: "Check the permissions of the directory."
            case tern_file_full: "Check the free space and the limits of the disk."
            default: nil
            }
        return TernError(
            .fileFailed,
            reason: "The response's file \"\(name)\" \(problem): \(String(cString: strerror(number))).",
            advice: advice
        )
    }

    // MARK: - Private

    private static let maximumNumber = 10_000

    private func close() {
        // Closing the descriptor doesn't release the lock while a process that is being started has a copy of it.
        _ = tern_file_unlock(descriptor)
        _ = Foundation.close(descriptor)
        descriptor = -1
    }

    /// rename(2) replaces atomically (POSIX), so that other processes never find an incomplete or missing file.
    private func replace(_ target: URL) -> Int32 {
        Self.withPath(of: url) { source in
            Self.withPath(of: target) { rename(source, $0) } == 0 ? 0 : errno
        }
    }

    /// - Returns: `EEXIST` if the target exists.
    private func moveUnlessExists(to target: URL) -> Int32 {
        Self.withPath(of: url) { source in
            Self.withPath(of: target) { place in
                // link(2) never replaces a file.
                if tern_file_link(source, place) == 0 { return unlink(source) == 0 ? 0 : errno }
                if errno == EEXIST { return EEXIST }
                // Some file systems don't support links. There, an empty file reserves the name.
                let descriptor = open(place, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
                guard descriptor >= 0 else { return errno }
                _ = Foundation.close(descriptor)
                if rename(source, place) == 0 { return 0 }
                let error = errno
                _ = unlink(place)
                return error
            }
        }
    }

    private func removeInformation() {
        guard let informationURL else { return }
        _ = Self.withPath(of: informationURL) { unlink($0) }
    }

    private func save(_ information: ResumeInformation) -> Bool {
        guard let informationURL, let data = information.data else { return false }
        let descriptor = Self.withPath(of: informationURL) {
            open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        }
        guard descriptor >= 0 else { return false }
        defer { _ = Foundation.close(descriptor) }
        // Incomplete information can't be decoded, and is ignored.
        return data.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) } == data.count
    }

    /// Opens a file that belongs to this user and has no other link, and returns its size. Creates the file if it is
    /// missing. Returns `nil` if another download has locked the file, or if it can't be opened.
    private static func openLocked(_ url: URL) -> (descriptor: Int32, count: Int64)? {
        for _ in 0..<10 {
            var size: Int64 = 0
            let descriptor = withPath(of: url) { tern_file_open_locked($0, &size) }
            if descriptor >= 0 { return (descriptor, size) }
            // Otherwise, another download moved or removed the file before this download locked it.
            guard descriptor == -2 else { return nil }
        }
        return nil
    }

    private static func withPath(of url: URL, _ call: (UnsafePointer<CChar>) -> Int32) -> Int32 {
        url.withUnsafeFileSystemRepresentation { path in
            if let path { return call(path) }
            errno = EINVAL
            return -1
        }
    }
}
