import Foundation

extension Request {
    /// The file of a download, or the directory for it.
    ///
    /// ```swift
    /// .file(archive)                              // replaces an existing file
    /// .file(archive, ifExists: .fail)
    /// .directory(downloads)                       // the server names the file: "report.pdf", "report 2.pdf"
    /// ```
    public struct DownloadDestination: Sendable, Hashable {
        /// The treatment of a file that already exists at the destination.
        @nonexhaustive
        public enum ExistingFile: Sendable, Hashable {
            /// The complete download atomically replaces the file. A symbolic link is replaced, and its target stays
            /// unchanged, so that another user's link can't lead to a file of yours. For a directory, a FIFO, a socket or a
            /// device, the call fails with `TernError.Code.fileFailed`.
            case replace
            /// The call fails with `TernError.Code.fileFailed`. If the file exists before the request is sent, the request
            /// isn't sent.
            case fail
            /// The download gets another name: `report 2.pdf` if `report.pdf` exists.
            case makeUnique
        }

        /// The file, or the directory.
        public var url: URL

        /// Whether ``url`` is a directory, in which the server names the file.
        public var isDirectory: Bool

        /// The treatment of an existing file.
        public var ifExists: ExistingFile

        /// Whether an interrupted download leaves a partial file, which a later call continues.
        public var resumes: Bool

        /// Whether the download creates the directory of the file, and those above it, if they don't exist. `false` by
        /// default: then the call fails with `TernError.Code.fileFailed`.
        public var createsDirectories = false

        /// This file. Its directory must exist, unless ``createsDirectories`` is set.
        ///
        /// - Parameters:
        ///   - url: The URL of the file.
        ///   - ifExists: The treatment of an existing file. It is replaced by default.
        ///   - resumes: Whether an interrupted download leaves a partial file, which a later call continues. `true` by
        ///     default.
        ///   - createsDirectories: Whether the download creates missing directories. `false` by default.
        public static func file(
            _ url: URL,
            ifExists: ExistingFile = .replace,
            resumes: Bool = true,
            createsDirectories: Bool = false
        ) -> Self {
            Self(
                url: url,
                isDirectory: false,
                ifExists: ifExists,
                resumes: resumes,
                createsDirectories: createsDirectories
            )
        }

        /// A file in this directory, which must exist unless ``createsDirectories`` is set. The name of the file is the name
        /// in `Content-Disposition` (RFC 6266), otherwise the last component of the URL, otherwise `download`.
        ///
        /// Only the last component of the server's name is used. Control characters and leading dots are removed, and the
        /// name is limited to 255 bytes. So the file is never outside of the directory, and never hidden.
        ///
        /// - Parameters:
        ///   - url: The URL of the directory.
        ///   - ifExists: The treatment of an existing file. By default, the download gets a unique name.
        ///   - resumes: Whether an interrupted download leaves a partial file, which a later call continues. `true` by
        ///     default.
        ///   - createsDirectories: Whether the download creates missing directories. `false` by default.
        public static func directory(
            _ url: URL,
            ifExists: ExistingFile = .makeUnique,
            resumes: Bool = true,
            createsDirectories: Bool = false
        ) -> Self {
            Self(
                url: url,
                isDirectory: true,
                ifExists: ifExists,
                resumes: resumes,
                createsDirectories: createsDirectories
            )
        }
    }
}
