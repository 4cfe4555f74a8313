import Foundation
import Tern

/// The shape of a JSON value: its kinds, its members and its elements, without the values.
struct JSONShape: Equatable {
    /// Without `null`, which says that a value may be missing.
    private var kinds: Set<String> = []
    private var members: [String: JSONShape] = [:]
    /// One shape for all elements. Empty without elements.
    private var elements: [JSONShape] = []

    /// `nil` if the body isn't JSON.
    init?(_ body: Data) {
        guard let value = try? JSONReader.object(from: body) else { return nil }
        add(value)
    }

    private init() {}

    /// What has changed from another shape, one sentence each, by path.
    ///
    /// - Parameter isIgnored: Whether a path is left out, with all that is below it.
    func changes(since old: JSONShape, except isIgnored: (_ path: [String]) -> Bool = { _ in false }) -> [String] {
        var changes: [(path: String, text: String)] = []
        add(&changes, at: [], since: old, isIgnored)
        return changes.sorted { $0.path < $1.path }.map(\.text)
    }

    // MARK: - Private

    private mutating func add(_ value: Any) {
        switch value {
        case let object as [String: Any]:
            kinds.insert("an object")
            for (key, member) in object { members[key, default: JSONShape()].add(member) }
        case let array as [Any]:
            kinds.insert("an array")
            for element in array {
                if elements.isEmpty { elements = [JSONShape()] }
                elements[0].add(element)
            }
        case is String: kinds.insert("a string")
        case let number as NSNumber: kinds.insert(number.isBoolean ? "a Boolean" : "a number")
        default: break
        }
    }

    private mutating func formUnion(_ other: JSONShape) {
        kinds.formUnion(other.kinds)
        members.merge(other.members) { first, second in
            var all = first
            all.formUnion(second)
            return all
        }
        if var all = elements.first, let more = other.elements.first {
            all.formUnion(more)
            elements = [all]
        } else if elements.isEmpty {
            elements = other.elements
        }
    }

    private func add(
        _ changes: inout [(path: String, text: String)],
        at path: [String],
        since old: JSONShape,
        _ isIgnored: ([String]) -> Bool
    ) {
        if isIgnored(path) { return }
        if !old.kinds.isEmpty, !kinds.isEmpty, old.kinds != kinds {
            changes.append(Self.change(at: path, "is \(text), and was \(old.text)."))
        }
        if let element = elements.first, let old = old.elements.first {
            element.add(&changes, at: path + ["[]"], since: old, isIgnored)
        }
        guard kinds.contains("an object"), old.kinds.contains("an object") else { return }
        if let (new, old) = Self.values(ofMap: self, old) {
            return new.add(&changes, at: path + ["*"], since: old, isIgnored)
        }
        for key in Set(members.keys).union(old.members.keys).sorted() where !isIgnored(path + [key]) {
            let path = path + [key]
            switch (old.members[key], members[key]) {
            case (nil, let new?): changes.append(Self.change(at: path, "is new: \(new.text)."))
            case (let old?, nil): changes.append(Self.change(at: path, "is gone, which was \(old.text)."))
            case (let old?, let new?): new.add(&changes, at: path, since: old, isIgnored)
            case (nil, nil): break
            }
        }
    }

    /// The shapes of the values of two objects that are maps: all of one kind, and with ids or codes as their keys. `nil`
    /// if one of them has names.
    private static func values(ofMap new: JSONShape, _ old: JSONShape) -> (JSONShape, JSONShape)? {
        let keys = Set(new.members.keys).union(old.members.keys)
        let values = [new, old].map { $0.members.values.reduce(into: JSONShape()) { $0.formUnion($1) } }
        // A map of scalars is rarer than an object of them.
        let hasScalars = values.contains { !$0.kinds.isSubset(of: ["an object", "an array"]) }
        let isMap = keys.allSatisfy { key in
            switch JSONKey(key) {
            case .name: false
            case .id: true
            case .code: keys.count > 1
            case .nameOrID: !hasScalars
            }
        }
        guard !keys.isEmpty, isMap, values.allSatisfy({ $0.kinds.count < 2 }) else { return nil }
        return (values[0], values[1])
    }

    private var text: String { kinds.isEmpty ? "null" : kinds.sorted().joined(separator: " or ") }

    private static func change(at path: [String], _ text: String) -> (path: String, text: String) {
        let name = path.reduce("") { $0.isEmpty || $1 == "[]" ? $0 + $1 : "\($0).\($1)" }
        return (name, "\(name.isEmpty ? "The body" : "`\(name)`") \(text)")
    }
}
