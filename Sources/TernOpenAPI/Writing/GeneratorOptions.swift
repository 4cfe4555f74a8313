/// What is generated from a document, and how.
package struct GeneratorOptions: Sendable {
    /// The notation of the API.
    package enum Form: Sendable {
        /// A `CallTarget`, whose requests stand in the functions of its calls.
        case calls
        /// An enum, whose requests stand in one `switch`.
        case enumeration
    }

    /// The name of the target: `Discord`.
    package var apiName: String
    /// The name of the document, for the first line of each file.
    package var documentName: String
    package var form = Form.calls
    /// Whether structs and unions are `Hashable`, which makes them a third slower to compile.
    package var isHashable = false
    /// The operations to generate. All if it is empty.
    package var only: [OperationFilter] = []
    /// The operations to leave out.
    package var except: [OperationFilter] = []
    /// The base URL in place of the document's.
    package var server: String?
    /// The module that tests import. `nil` for no tests.
    package var testedModule: String?

    package init(apiName: String, documentName: String) {
        self.apiName = apiName
        self.documentName = documentName
    }
}
