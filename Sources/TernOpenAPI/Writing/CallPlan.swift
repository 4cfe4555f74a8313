/// A function of the API: one for each operation, and one for each further kind of its body or response.
struct CallPlan {
    /// The body of the request.
    struct Body {
        /// With the label of the argument of an overload.
        enum Kind: String {
            case json = "body"
            case form
            /// Each property of the schema is an argument.
            case multipart
            /// The caller makes the parts.
            case parts
            case text, data
        }

        var kind: Kind
        let content: MediaContent
    }

    /// The value of the response.
    enum Value {
        case noContent
        case json(MediaContent)
        case text(MediaContent)
        case data(MediaContent)
        /// The elements of an event stream or of JSON Lines.
        case elements(MediaContent)
    }

    /// An error whose body has a type.
    struct Failure: Hashable {
        let status: String
        let type: SwiftType
    }

    let operation: Operation
    /// In backticks if it is a keyword.
    var name: String
    /// The name of the case of an enum, which has no overloads.
    var caseName: String
    var target: String
    var tag: String
    var arguments: [CallArgument] = []
    var body: Body?
    var isBodyOptional = false
    var value = Value.noContent
    /// Whether there is a successful response without a body, too.
    var isValueOptional = false
    /// Of the successful response.
    var status = 200
    /// Of other responses, by status.
    var errorContents: [(status: String, content: MediaContent)] = []
    /// As a Swift expression: `.bearer`.
    var authorization = ".none"
}

/// An argument of a call's function.
struct CallArgument {
    enum Source {
        case parameter(Parameter)
        case body
        /// A part of a multipart form.
        case part(ObjectShape.Property, MediaContent.Encoding?)
    }

    let source: Source
    /// In backticks if it is a keyword.
    let label: String
    let isRequired: Bool
    var description: String?
    var schema: SchemaUse?
    /// The type, if it doesn't come from the schema.
    var type: SwiftType?
    /// Examples of the document, apart from those of the schema.
    var examples: [DocumentNode] = []
    /// The name that its type has, if the document has none.
    var suggestedTypeName: String
}

extension CallPlan {
    /// The parameters of some places, with the labels of their arguments.
    func parameters(in locations: Parameter.Location...) -> [(parameter: Parameter, label: String)] {
        arguments.compactMap { argument in
            guard case .parameter(let parameter) = argument.source else { return nil }
            return locations.contains(parameter.location) ? (parameter, argument.label) : nil
        }
    }
}

extension CallPlan.Value {
    /// The schema of the value that the call decodes.
    var schema: SchemaUse? {
        switch self {
        case .json(let content): content.schema
        case .elements(let content): content.itemSchema ?? content.schema
        case .noContent, .text, .data: nil
        }
    }
}

extension SwiftType {
    static let part = plain("HTTPTask.Part")
    static let noContent = plain("NoContent")
}
