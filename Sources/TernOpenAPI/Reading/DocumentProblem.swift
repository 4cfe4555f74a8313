/// What is wrong in a document, with its place.
package struct DocumentProblem: Error, Hashable, Sendable {
    /// The name of the file, relative to the folder of the document.
    package var file: String
    /// `nil` for a problem of the whole file.
    package var place: TextPlace?
    /// One sentence.
    package var text: String

    package init(file: String, place: TextPlace?, _ text: String) {
        (self.file, self.place, self.text) = (file, place, text)
    }
}

extension DocumentProblem: CustomStringConvertible {
    /// As compilers write it: `openapi.yaml:12:3: The key "name" is there twice.`
    package var description: String {
        guard let place else { return "\(file): \(text)" }
        return "\(file):\(place.line):\(place.column): \(text)"
    }
}
