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
        let nearest = nearestPath(to: name)
        let message = [
            "There is no file \"\(name)\". Tried \(paths.joined(separator: " and ")).",
            nearest.map { "The most similar file is \"\($0)\"." } ?? "No file there has a similar name.",
            "Add the file, or correct the name.",
        ]
        return TestKitError(.fixtureNotFound, message.joined(separator: " "))
    }

    private static func problem(with name: String) -> String? {
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

    /// The file with the smallest edit distance from the name, if that distance is small enough.
    private func nearestPath(to name: String) -> String? {
        let candidates = folders.flatMap { folder in
            Self.files(in: folder).map { (path: folder.appendingPathComponent($0).path, name: $0) }
        }
        let ranked = candidates.map { (path: $0.path, distance: Self.distance(from: name, to: $0.name)) }
        let nearest = ranked.min { ($0.distance, $0.path) < ($1.distance, $1.path) }
        return nearest.flatMap { $0.distance <= max(2, name.count / 2) ? $0.path : nil }
    }

    /// The files in a folder and its subfolders, as relative paths. The search stops in a large folder tree, which is
    /// unlikely to contain fixtures.
    private static func files(in folder: URL) -> [String] {
        guard let enumerator = FileManager.default.enumerator(atPath: folder.path) else { return [] }
        var files: [String] = []
        while files.count < 1_000, let path = enumerator.nextObject() as? String {
            if enumerator.level > 4 { enumerator.skipDescendants() }
            if enumerator.fileAttributes?[.type] as? FileAttributeType == .typeRegular { files.append(path) }
        }
        return files
    }

    /// The edit distance: the number of characters to insert, delete or change, ignoring case.
    private static func distance(from left: String, to right: String) -> Int {
        let (left, right) = (Array(left.lowercased()), Array(right.lowercased()))
        var row = Array(0...right.count)
        for (index, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (other, otherCharacter) in right.enumerated() {
                let changed = diagonal + (character == otherCharacter ? 0 : 1)
                diagonal = row[other + 1]
                row[other + 1] = min(changed, row[other] + 1, diagonal + 1)
            }
        }
        return row[right.count]
    }
}
