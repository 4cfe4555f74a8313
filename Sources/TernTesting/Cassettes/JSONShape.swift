import Foundation
import Tern

/// The shape of a JSON value: its kinds by their paths, such as `items[].id: number`, without the values.
struct JSONShape {
    /// Without `null`, which says that a value may be missing.
    private var kinds: [String: Set<String>] = [:]

    /// `nil` if the body isn't JSON.
    init?(_ body: Data) {
        guard let value = try? JSONReader.object(from: body) else { return nil }
        add(value, at: "")
    }

    /// What has changed from another shape, one sentence each, by path.
    func changes(since old: JSONShape) -> [String] {
        Set(kinds.keys).union(old.kinds.keys).sorted().compactMap { path in
            let name = path.isEmpty ? "The body" : "`\(path)`"
            switch (old.kinds[path], kinds[path]) {
            case (nil, let new?): return old.isKnown(below: path) ? "\(name) is new: \(Self.text(new))." : nil
            case (let old?, nil): return isKnown(below: path) ? "\(name) is gone, which was \(Self.text(old))." : nil
            case (let old?, let new?) where !old.isEmpty && !new.isEmpty && old != new:
                return "\(name) is \(Self.text(new)), and was \(Self.text(old))."
            default: return nil
            }
        }
    }

    // MARK: - Private

    private mutating func add(_ value: Any, at path: String) {
        var found = kinds[path] ?? []
        switch value {
        case let object as [String: Any]:
            found.insert("an object")
            for (key, member) in object { add(member, at: path.isEmpty ? key : "\(path).\(key)") }
        case let array as [Any]:
            found.insert("an array")
            for element in array { add(element, at: path + "[]") }
        case is String: found.insert("a string")
        case let number as NSNumber: found.insert(number.isBoolean ? "a Boolean" : "a number")
        default: break
        }
        kinds[path] = found
    }

    /// Whether the value around a path is known: the elements of an empty array, and the members of `null`, aren't.
    private func isKnown(below path: String) -> Bool {
        if path.hasSuffix("[]") { return false }
        guard let dot = path.lastIndex(of: ".") else { return kinds[""]?.contains("an object") ?? false }
        return kinds[String(path[..<dot])]?.contains("an object") ?? false
    }

    private static func text(_ kinds: Set<String>) -> String {
        kinds.isEmpty ? "null" : kinds.sorted().joined(separator: " or ")
    }
}
