import Foundation
import Tern

/// Downloads and uploads files, several at once.
struct TransferClient {
    struct WrongDigest: Error, CustomStringConvertible {
        let file: URL
        let actual: String
        let expected: String

        var description: String {
            "\(file.lastPathComponent) has the SHA-256 digest \(actual), not \(expected). It was removed."
        }
    }

    let provider: any ProviderType<Transfers>
    /// Receives the progress of all transfers.
    let report: @Sendable (ProgressDisplay.Update) -> Void

    /// Downloads all URLs into a directory at the same time. If one download fails, the others are cancelled; the next
    /// call continues them.
    ///
    /// - Parameter digest: The SHA-256 digest that each file must have. `nil`, the default, for no check.
    /// - Returns: The files, in the order of the URLs.
    func download(_ urls: [URL], to directory: URL, digest: String? = nil) async throws -> [URL] {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        return try await withThrowingTaskGroup(of: (Int, URL).self) { group in
            for (index, url) in urls.enumerated() {
                group.addTask { (index, try await download(url, to: directory, digest: digest)) }
            }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }.map(\.value)
        }
    }

    /// Uploads a file.
    ///
    /// - Returns: The status of the response.
    func upload(_ file: URL, to url: URL) async throws -> Int {
        let options = options(named: "Upload of \(file.lastPathComponent)")
        return try await provider.request(.upload(file, to: url), options: options).statusCode
    }

    // MARK: - Private

    private func download(_ url: URL, to directory: URL, digest: String?) async throws -> URL {
        let response = try await provider.download(
            .download(url),
            to: .directory(directory),
            options: options(named: url.lastPathComponent)
        )
        let file = response.fileURL ?? directory
        if let digest {
            let actual = try ByteDigest.text(ofFile: file)
            guard actual == digest else {
                try FileManager.default.removeItem(at: file)
                throw WrongDigest(file: file, actual: actual, expected: digest)
            }
        }
        return file
    }

    private func options(named name: String) -> CallOptions {
        CallOptions(progress: { [report] in report(ProgressDisplay.Update(name: name, progress: $0)) })
    }
}
