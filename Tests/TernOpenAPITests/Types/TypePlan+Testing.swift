@testable import TernOpenAPI

extension TypePlan {
    /// A settled plan of an API with the name Zoo, in which the schemas with these names are used.
    static func zoo(
        _ schemas: String,
        requests: [String] = [],
        patches: [String] = [],
        responses: [String] = [],
        isHashable: Bool = false
    ) throws -> TypePlan {
        let plan = TypePlan(try Specification(schemas: schemas), api: "Zoo", isHashable: isHashable)
        func register(_ names: [String], _ direction: Direction, isPatch: Bool = false) {
            for name in names {
                let use = plan.specification.use(name)
                plan.register(.init(use: use, direction: direction, name: name, tag: "Zoo", isPatch: isPatch))
            }
        }
        register(requests, .request)
        register(patches, .request, isPatch: true)
        register(responses, .response)
        plan.settle()
        return plan
    }

    /// All declarations, with an empty line between them.
    var text: String {
        let texts = models(ofTag: "Zoo") + models(ofTag: nil)
        return texts.joined(separator: "\n").trimmingSuffix("\n")
    }

    /// The declaration with a name.
    func declaration(_ name: String) -> String? {
        (models(ofTag: "Zoo") + models(ofTag: nil)).first { text in
            ["struct", "enum", "indirect enum"].contains { text.contains("\($0) \(name):") }
        }
    }

    /// The type of the schema with a name.
    func type(_ name: String, _ direction: Direction) -> String {
        type(of: specification.use(name), direction).text(in: nil)
    }
}

extension String {
    func trimmingSuffix(_ suffix: String) -> String { hasSuffix(suffix) ? String(dropLast(suffix.count)) : self }
}
