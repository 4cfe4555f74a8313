import Foundation

/// The files of a document: reads each once, and finds what their references mean.
package final class DocumentFiles {
    let name: String
    private let limits: ReadingLimits
    private let load: (String) throws -> Data
    private var roots: [String: DocumentElement] = [:]
    /// The children of each map and list that a reference went through.
    private var elements: [DocumentElement.ID: DocumentElement] = [:]
    private var expanded: Set<DocumentElement.ID> = []
    /// The schemas with an `$anchor` or `$id` in each file, by `#anchor` or the identifier.
    private var namedElements: [String: [String: DocumentElement]] = [:]

    /// - Parameters:
    ///   - name: The name of the document, relative to its folder: `openapi.yaml`.
    ///   - load: Returns the bytes of a file, by its name relative to the folder. The name has no `.` and `..`.
    package init(name: String, limits: ReadingLimits = ReadingLimits(), load: @escaping (String) throws -> Data) {
        (self.name, self.limits, self.load) = (name, limits, load)
    }

    /// The document at a path, and files below its folder. Symbolic links are followed within the folder.
    ///
    /// - Parameter folder: A folder above that of the document, if the document refers to files there.
    package convenience init(path: String, folder: String? = nil, limits: ReadingLimits = ReadingLimits()) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        let base = folder.map { URL(fileURLWithPath: $0).resolvingSymlinksInPath() } ?? url.deletingLastPathComponent()
        let isBelow = url.pathComponents.starts(with: base.pathComponents)
        let name = url.pathComponents.dropFirst(isBelow ? base.pathComponents.count : 0).joined(separator: "/")
        self.init(name: name, limits: limits, load: FolderFiles(folder: base, maximumBytes: limits.maximumBytes).load)
    }

    /// The document.
    ///
    /// - Throws: a problem if the file can't be read, or isn't an OpenAPI document of a known version.
    package func root() throws(DocumentProblem) -> DocumentElement {
        let root = try root(ofFile: name, for: nil)
        if let swagger = root["swagger"] {
            let version = swagger.string ?? swagger.node.number ?? ""
            throw swagger.problem("Swagger \(version) isn't read: convert the document to OpenAPI 3.")
        }
        guard let element = root["openapi"], let version = element.string ?? element.node.number else {
            throw (root["openapi"] ?? root).problem("The document has no text “openapi” with its version.")
        }
        guard version.wholeMatch(of: /3\.[0-2](\.[0-9]+)?/) != nil else {
            throw element.problem("OpenAPI \(version) isn't read: only 3.0, 3.1 and 3.2 are.")
        }
        return root
    }

    /// What a reference means. If this is a reference itself, the caller follows it.
    ///
    /// - Parameters:
    ///   - reference: `#/components/schemas/User`, `#anchor`, `models/user.yaml`, or `models/user.yaml#/User`.
    ///   - element: The map that contains the reference: a path is relative to its file, and errors have its place.
    package func element(
        for reference: String,
        from element: DocumentElement
    ) throws(DocumentProblem) -> DocumentElement {
        let source = element["$ref"] ?? element
        let problem = { (text: String) in source.problem("The reference “\(reference)” \(text)") }
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let fragment = (parts.count > 1 ? String(parts[1]) : "").removingPercentEncoding,
            let path = String(parts.first ?? "").removingPercentEncoding
        else { throw problem("has a wrong percent-escape.") }

        var root = try self.root(ofFile: element.file, for: source)
        if !path.isEmpty {
            if path.contains(":"), let named = names(of: root)[path] {
                root = named
            } else {
                let file = try self.file(at: path, from: element.file, problem)
                root = try self.root(ofFile: file, for: source)
            }
        }
        if fragment.isEmpty { return root }
        if !fragment.hasPrefix("/") {
            if let named = names(of: root)["#\(fragment)"] { return named }
            throw problem("names an anchor that isn't there.")
        }
        guard let found = self.element(at: fragment, below: root) else { throw problem("leads to nothing.") }
        return found
    }

    /// The element that an element refers to, or the element itself if it isn't a reference.
    func target(of element: DocumentElement) throws(DocumentProblem) -> DocumentElement {
        guard let reference = element["$ref"]?.string else { return element }
        return try self.element(for: reference, from: element)
    }

    // MARK: - Private

    /// The name of a file, relative to the folder of the document.
    private func file(
        at path: String,
        from base: String,
        _ problem: (String) -> DocumentProblem
    ) throws(DocumentProblem) -> String {
        let firstPart = path.prefix { $0 != "/" }
        guard !path.hasPrefix("/"), !firstPart.contains(":"), !path.contains("\0") else {
            throw problem("isn't a relative path: only files below the folder of the document are read.")
        }
        var parts = base.split(separator: "/").dropLast()
        for part in path.split(separator: "/") where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                throw problem("leaves the folder of the document.")
            }
        }
        return parts.joined(separator: "/")
    }

    private func root(ofFile file: String, for reference: DocumentElement?) throws(DocumentProblem) -> DocumentElement {
        if let root = roots[file] { return root }
        let bytes: Data
        do {
            bytes = try load(file)
        } catch {
            let text = "The file “\(file)” can't be read: \(error)."
            throw reference?.problem(text) ?? DocumentProblem(file: file, place: nil, text)
        }
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        let looksLikeJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        let kind = URL(fileURLWithPath: file).pathExtension.lowercased()
        let isJSON = kind == "json" || !["yaml", "yml"].contains(kind) && looksLikeJSON
        let read = isJSON ? JSONReader.read : YAMLReader.read
        let node = try read(bytes, file, limits)
        let root = DocumentElement(node: node, file: file, pointer: "")
        roots[file] = root
        return root
    }

    /// The element at a JSON Pointer. Remembers the children of each element on the way.
    private func element(at pointer: String, below root: DocumentElement) -> DocumentElement? {
        if let known = elements[DocumentElement.ID(file: root.file, pointer: root.pointer + pointer)] { return known }
        var element = root
        for part in pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
            if expanded.insert(element.id).inserted {
                for child in element.entries?.map(\.value) ?? element.list ?? [] { elements[child.id] = child }
            }
            let id = DocumentElement.ID(file: element.file, pointer: "\(element.pointer)/\(part)")
            guard let child = elements[id] else { return nil }
            element = child
        }
        return element
    }

    private func names(of root: DocumentElement) -> [String: DocumentElement] {
        if let names = namedElements[root.file] { return names }
        var names: [String: DocumentElement] = [:]
        var waiting = [root]
        while let element = waiting.popLast() {
            for (key, prefix) in [("$anchor", "#"), ("$dynamicAnchor", "#"), ("$id", ""), ("$self", "")] {
                if let name = element[key]?.string { names[prefix + name] = names[prefix + name] ?? element }
            }
            waiting += (element.entries?.map(\.value) ?? element.list ?? []).reversed()
        }
        namedElements[root.file] = names
        return names
    }
}
