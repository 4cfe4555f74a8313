import Foundation

/// The files below a folder of the disk.
struct FolderFiles {
    let folder: URL
    let maximumBytes: Int

    /// The bytes of a regular file. A symbolic link that leads out of the folder is refused.
    func load(_ name: String) throws -> Data {
        let root = folder.resolvingSymlinksInPath().path
        let url = folder.appendingPathComponent(name).resolvingSymlinksInPath()
        guard url.path.hasPrefix(root.hasSuffix("/") ? root : root + "/") else {
            throw Failure(description: "it is a symbolic link out of the folder of the document")
        }
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        guard attributes?[.type] as? FileAttributeType == .typeRegular else {
            throw Failure(description: attributes == nil ? "it isn't there" : "it isn't a regular file")
        }
        guard let size = attributes?[.size] as? Int, size <= maximumBytes else {
            throw Failure(description: "it has more than \(maximumBytes) bytes")
        }
        return try Data(contentsOf: url)
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }
}
