import Foundation

/// Chooses the file of a download, from the temporary file and the response. Runs on a
/// thread of Swift's pool, so it mustn't block.
public typealias DownloadDestination =
    @Sendable (_ temporaryURL: URL, _ response: HTTPURLResponse) -> (
        destinationURL: URL, options: DownloadRequest.Options
    )

/// Alamofire's names around downloads.
public enum DownloadRequest {
    /// Alamofire's name of ``TernMoya/DownloadDestination``.
    public typealias Destination = DownloadDestination

    /// The treatment of the file's directory and of an existing file.
    public struct Options: OptionSet, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Creates missing directories.
        public static let createIntermediateDirectories = Options(rawValue: 1)
        /// Replaces an existing file. Without it, the call fails.
        public static let removePreviousFile = Options(rawValue: 2)
    }

    /// A destination in a directory of the user, with the file name that the response suggests.
    public static func suggestedDownloadDestination(
        for directory: FileManager.SearchPathDirectory = .documentDirectory,
        in domain: FileManager.SearchPathDomainMask = .userDomainMask,
        options: Options = []
    ) -> Destination {
        { temporaryURL, response in
            let directory = FileManager.default.urls(for: directory, in: domain).first
            let url = directory?.appendingPathComponent(response.suggestedFilename ?? "download")
            return (url ?? temporaryURL, options)
        }
    }
}
