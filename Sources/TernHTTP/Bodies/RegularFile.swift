import CTern
import Foundation

/// Opens regular files for reading. Never waits for another process, as opening a FIFO otherwise does.
package enum RegularFile {
    /// The problem of a file that can't be opened.
    package struct Problem: Error {
        /// For example "can't be read (No such file or directory)".
        package let text: String
        /// The error of the system, if there is one.
        package let underlying: (any Error)?

        package init(_ text: String, underlying: (any Error)? = nil) {
            self.text = text
            self.underlying = underlying
        }
    }

    /// - Returns: The file at its start, and its length in bytes.
    package static func open(_ url: URL) throws(Problem) -> (handle: FileHandle, length: Int64) {
        guard url.isFileURL else { throw Problem("is no file") }
        // The system would read the path only up to this character.
        guard !url.path.utf8.contains(0) else { throw Problem("has a path with a null character") }
        var length: Int64 = 0
        let descriptor = url.withUnsafeFileSystemRepresentation { path in
            path.map { tern_file_open_regular($0, &length) } ?? -1
        }
        if descriptor == -2 { throw Problem("is a FIFO, a socket or a device") }
        guard descriptor >= 0 else {
            let number = errno
            let error = NSError(domain: NSPOSIXErrorDomain, code: Int(number))
            throw Problem("can't be read (\(String(cString: strerror(number))))", underlying: error)
        }
        return (FileHandle(fileDescriptor: descriptor, closeOnDealloc: true), length)
    }
}
