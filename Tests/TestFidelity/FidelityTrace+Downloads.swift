import Foundation
import Tern
import TestDoubles

extension FidelityTrace {
    static func destination(
        of download: FidelityScenario.Download,
        in folder: TemporaryFolder
    ) -> Request.DownloadDestination {
        if download.isInDirectory { return .directory(folder.url, ifExists: download.ifExists ?? .makeUnique) }
        return .file(folder.url.appending(path: "user.json"), ifExists: download.ifExists ?? .replace)
    }

    /// The head and the file of a download, or its error, and its progress updates.
    static func result(
        of target: LiveTarget,
        from provider: Provider<LiveTarget>,
        to destination: Request.DownloadDestination,
        onBody: @escaping @Sendable () -> Void
    ) async -> [String] {
        let updates = Locked<[TransferProgress]>([])
        var lines: [String] = []
        do throws(TernError) {
            let options = CallOptions { progress in
                updates.withLock { $0.append(progress) }
                if progress.receivedBytes > 0 { onBody() }
            }
            let response = try await provider.download(target, to: destination, options: options)
            lines.append("response \(response.statusCode), attempts \(response.attempts)")
            for name in ["Content-Type", "Content-Range", "ETag"] {
                lines.append("\(name) \(response.headers[name] ?? "none")")
            }
            lines.append(
                "file \(response.fileURL?.lastPathComponent ?? "none"), \(response.data.count) bytes in memory"
            )
        } catch {
            lines += describe(error)
        }
        return lines + describe(updates.withLock { $0 })
    }

    /// The last update, and what is true for all. The network decides how many there are.
    private static func describe(_ updates: [TransferProgress]) -> [String] {
        guard let last = updates.last else { return ["no progress"] }
        let counts = updates.map(\.receivedBytes)
        return [
            "progress \(last.receivedBytes) of \(last.expectedReceivedBytes.map { "\($0)" } ?? "any number")",
            "of which resumed: \(Set(updates.map(\.resumedBytes)).sorted())",
            counts == counts.sorted() ? "progress rises" : "progress falls: \(counts)",
        ]
    }

    /// The visible files with their text, and the partial files with their size.
    ///
    /// - Parameter isCancelled: Whether the call was cancelled. Then the network decides how many bytes were written.
    static func files(in folder: TemporaryFolder, isCancelled: Bool) throws -> [String] {
        try folder.contents().compactMap { name, text in
            guard name.hasPrefix(".") else { return "\(name): \(text)" }
            return isCancelled ? nil : "a hidden \(URL(filePath: name).pathExtension) of \(text.utf8.count) bytes"
        }
        .sorted()
    }
}
