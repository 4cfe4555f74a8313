/// A declaration of generated code for a schema.
struct Model {
    let schema: SchemaID
    /// `.response` for one that is used in both directions.
    let direction: Direction
    let name: String
    /// Whether it is, or is a part of, the body of a PATCH request.
    var isPatch = false
}
