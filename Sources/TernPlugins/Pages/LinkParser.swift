import Foundation
import Tern

/// Reads the links of one `Link` field value, by the algorithms of RFC 8288, appendix B. It ends at the first malformed
/// link.
struct LinkParser: Sequence, IteratorProtocol {
    private var reader: FieldReader
    private let base: URL?

    init(_ value: String, base: URL?) {
        reader = FieldReader(value)
        self.base = base
    }

    mutating func next() -> Response.Link? {
        // Empty elements of a list are ignored (RFC 9110, section 5.6.1.2).
        repeat { reader.skipBlanks() } while reader.take(",")
        guard reader.take("<"), let reference = reader.text(through: ">") else {
            reader.skipToEnd()
            return nil
        }
        let link = Response.Link(reference: reference, parameters: reader.parameters(inList: true), base: base)
        if !reader.isAt(",") { reader.skipToEnd() }
        return link
    }
}
