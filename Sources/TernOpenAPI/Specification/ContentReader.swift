/// Reads the parameters, bodies and responses of operations.
struct ContentReader {
    let files: DocumentFiles
    let schemas: SchemaReader

    /// The element that a chain of references leads to.
    ///
    /// - Throws: The problem of a reference that can't be resolved, or leads to itself.
    func resolved(_ element: DocumentElement) throws(DocumentProblem) -> DocumentElement {
        var (current, seen) = (element, [element.id])
        while current["$ref"]?.string != nil {
            current = try files.target(of: current)
            guard !seen.contains(current.id) else { throw element.problem("The reference leads to itself.") }
            seen.append(current.id)
        }
        return current
    }

    func parameters(of owner: DocumentElement) throws(DocumentProblem) -> [Parameter] {
        var result: [Parameter] = []
        for item in owner["parameters"]?.list ?? [] {
            let element = try resolved(item)
            guard let parameter = try parameter(element) else { continue }
            // The last one with a name wins.
            result.removeAll { $0.name == parameter.name && $0.location == parameter.location }
            result.append(parameter)
        }
        return result
    }

    func body(of operation: DocumentElement) throws(DocumentProblem) -> RequestBody? {
        guard let item = operation["requestBody"] else { return nil }
        let element = try resolved(item)
        let contents = try self.contents(of: element)
        guard !contents.isEmpty else { return nil }
        return RequestBody(
            isRequired: element["required"]?.bool == true,
            description: element["description"]?.string,
            contents: contents
        )
    }

    func responses(of operation: DocumentElement) throws(DocumentProblem) -> [OperationResponse] {
        try (operation["responses"]?.entries ?? []).filter { !$0.key.hasPrefix("x-") }.map {
            entry throws(DocumentProblem) in
            let element = try resolved(entry.value)
            return OperationResponse(
                status: entry.key,
                // Some documents describe a body that HTTP doesn't allow (RFC 9110, section 15).
                contents: ["204", "205", "304"].contains(entry.key) ? [] : try contents(of: element),
                element: element
            )
        }
    }

    // MARK: - Private

    private func contents(of owner: DocumentElement) throws(DocumentProblem) -> [MediaContent] {
        try (owner["content"]?.entries ?? []).map { entry throws(DocumentProblem) in
            let element = try resolved(entry.value)
            return MediaContent(
                mediaType: entry.key.lowercased(),
                schema: try schema(element["schema"]),
                itemSchema: try schema(try item(of: element, mediaType: entry.key)),
                examples: try examples(of: element),
                encodings: encodings(of: element),
                element: element
            )
        }
    }

    /// The schema of a stream's elements. For an event, that of its data.
    private func item(of content: DocumentElement, mediaType: String) throws(DocumentProblem) -> DocumentElement? {
        guard let item = content["itemSchema"], mediaType.lowercased().hasPrefix("text/event-stream") else {
            return content["itemSchema"]
        }
        let data = try resolved(item)["properties"]?["data"]
        return data?["contentSchema"] ?? data ?? item
    }

    private func schema(_ element: DocumentElement?) throws(DocumentProblem) -> SchemaUse? {
        try element.map { element throws(DocumentProblem) in try schemas.use(of: element) }
    }

    private func parameter(_ element: DocumentElement) throws(DocumentProblem) -> Parameter? {
        guard let name = element["name"]?.string, let place = element["in"]?.string,
            let location = Parameter.Location(rawValue: place)
        else {
            let text = "A parameter needs a name, and a place: path, query, header or cookie."
            schemas.problems.append(element.problem(text))
            return nil
        }
        // These fields are described elsewhere in a document.
        if location == .header, ["accept", "content-type", "authorization"].contains(name.lowercased()) { return nil }
        let usual: Parameter.Style = location == .query || location == .cookie ? .form : .simple
        let style = element["style"]?.string.flatMap(Parameter.Style.init) ?? usual
        let content = element["content"]?.entries?.first
        return Parameter(
            name: name,
            location: location,
            isRequired: location == .path || element["required"]?.bool == true,
            style: style,
            explode: element["explode"]?.bool ?? (style == .form || style == .cookie),
            schema: try schema(element["schema"] ?? content?.value["schema"]),
            mediaType: content?.key.lowercased(),
            description: element["description"]?.string,
            examples: try examples(of: element),
            element: element
        )
    }

    /// `example`, and the values of `examples`.
    private func examples(of element: DocumentElement) throws(DocumentProblem) -> [DocumentNode] {
        var result = element["example"].map { [$0.node] } ?? []
        for (_, entry) in element["examples"]?.entries ?? [] {
            let example = try resolved(entry)
            if let value = example["value"] ?? example["dataValue"] { result.append(value.node) }
        }
        return result
    }

    private func encodings(of element: DocumentElement) -> [String: MediaContent.Encoding] {
        (element["encoding"]?.entries ?? []).reduce(into: [:]) { result, entry in
            result[entry.key] = MediaContent.Encoding(
                contentType: entry.value["contentType"]?.string,
                style: entry.value["style"]?.string.flatMap(Parameter.Style.init),
                explode: entry.value["explode"]?.bool
            )
        }
    }
}
