import Foundation

/// The folders in which a fixture is searched for, in order.
struct FixtureFolders {
    let folders: [URL]

    init(besideFile path: String) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        folders = [folder.appendingPathComponent("Fixtures", isDirectory: true), folder]
    }

    init(of bundle: Bundle) {
        let folder = bundle.resourceURL ?? bundle.bundleURL
        folders = [folder.appendingPathComponent("Fixtures", isDirectory: true), folder]
    }

    /// - Throws: `TestKitError` with code `.fixtureNotFound`, `.invalidFixtureName` or `.unreadableFixture`.
    func file(named name: String) throws(TestKitError) -> (URL, Data) {
        if let problem = Self.problem(with: name) { throw TestKitError(.invalidFixtureName, problem) }
        for folder in folders {
            let url = folder.appendingPathComponent(name)
            var isFolder: ObjCBool = false
            guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder), !isFolder.boolValue else {
                continue
            }
            do {
                return (url, try Data(contentsOf: url))
            } catch {
                throw TestKitError(.unreadableFixture, "\"\(url.path)\" can't be read.")
            }
        }
        throw notFound(name)
    }

    // MARK: - Private

    private func notFound(_ name: String) -> TestKitError {
        let paths = folders.map { "\"\($0.appendingPathComponent(name).path)\"" }
        let message = "There is no file \"\(name)\". Tried \(paths.joined(separator: " and "))."
        return TestKitError(.fixtureNotFound, message + " Add the file, or correct the name.")
    }

    static func problem(with name: String) -> String? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        if name.isEmpty { return "The name of a fixture is empty." }
        if name.contains("\0") { return "The name of a fixture contains NUL." }
        if name.hasPrefix("/") || name.hasPrefix("~") || name.contains("\\") {
            return
                "\"\(name)\" is not a relative path within the folder of fixtures. Write a relative path with slashes."
        }
        if parts.contains("..") {
            return "\"\(name)\" leaves the folder of fixtures. Write it without \"..\"."
        }
        if parts.last?.isEmpty == true || parts.last == "." { return "\"\(name)\" names a folder, not a file." }
        return nil
    }
}
