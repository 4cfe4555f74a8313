import Foundation
import Tern

/// The files beside a HAR in which Playwright stores bodies.
enum HARAttachments: Sendable {
    /// There are none, since the HAR isn't a file.
    case none
    /// Files in the folder of the HAR.
    case folder(URL)
    /// Files in the same archive.
    case archive(ZipArchive)

    /// - Throws: `HARFile.Problem`.
    func file(named name: String) throws -> Data {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isInside = parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
        let shown = "\"\(Redaction.excerpt(ofText: name))\""
        guard isInside, !name.contains("\\"), !name.utf8.contains(0) else {
            throw HARFile.Problem(description: "\(shown) isn't the name of a file beside the HAR")
        }
        switch self {
        case .none: throw HARFile.Problem(description: "there is no file \(shown) beside it")
        case .archive(let archive): return try archive.file(named: name)
        case .folder(let folder):
            // A link may lead out of the folder, although its name doesn't.
            let folder = folder.resolvingSymlinksInPath()
            let url = folder.appendingPathComponent(name).resolvingSymlinksInPath()
            guard url.path.hasPrefix(folder.path.hasSuffix("/") ? folder.path : folder.path + "/") else {
                throw HARFile.Problem(description: "\(shown) leaves the folder of the HAR")
            }
            do {
                return try Data(mappedIfLarge: url)
            } catch {
                let problem = (error as? RegularFile.Problem)?.text ?? "can't be read"
                throw HARFile.Problem(description: "\(shown) \(problem)")
            }
        }
    }
}

extension Data {
    /// The content of a regular file. A process ends when it reads a mapped file that another one has shortened, as an
    /// editor does. So only a file that would take much memory is mapped.
    ///
    /// - Throws: `RegularFile.Problem`, or the error of the system.
    init(mappedIfLarge url: URL) throws {
        let (handle, length) = try RegularFile.open(url)
        self = length > 16 << 20 ? try Data(contentsOf: url, options: .alwaysMapped) : try handle.readToEnd() ?? Data()
    }
}
