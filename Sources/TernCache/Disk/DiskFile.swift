import Foundation

/// An open file. It is closed when its last reference is released.
final class DiskFile: Sendable {
    let descriptor: Int32

    /// - Returns: `nil` if the file can't be opened. Links aren't followed, and a FIFO isn't waited for.
    init?(_ path: String, _ flags: Int32) {
        let descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { return nil }
        self.descriptor = descriptor
    }

    deinit {
        close(descriptor)
    }

    /// Length, time and owner. `nil` for anything but a regular file.
    var status: stat? {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.isRegular ? status : nil
    }

    /// The bytes in this range. `nil` if the file is shorter, or can't be read.
    func read(_ range: Range<Int>) -> Data? {
        var bytes = Data(count: range.count)
        let isRead = bytes.withUnsafeMutableBytes { buffer -> Bool in
            var rest = buffer[...]
            while !rest.isEmpty {
                let offset = off_t(range.upperBound - rest.count)
                let count = pread(
                    descriptor,
                    UnsafeMutableRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count,
                    offset
                )
                if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return false }
            }
            return true
        }
        return isRead ? bytes : nil
    }

    /// - Returns: Whether all bytes were written.
    func write(_ bytes: Data) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
                if count > 0 { rest = rest.dropFirst(count) } else if count == 0 || errno != EINTR { return false }
            }
            return true
        }
    }

    /// Sets the time of the last change.
    func touch(at time: Double) {
        // On a 32-bit watch, the type ends in 2038.
        guard let seconds = time_t(exactly: time.rounded(.down)) else { return }
        let time = timespec(tv_sec: seconds, tv_nsec: 0)
        _ = futimens(descriptor, [time, time])
    }
}

extension stat {
    var isRegular: Bool { st_mode & S_IFMT == S_IFREG }

    /// Seconds since 1970.
    var modified: Double {
        #if canImport(Darwin)
            let time = st_mtimespec
        #else
            let time = st_mtim
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
