import Foundation
import Tern

/// A file that a test brings along: JSON, text, an image, anything.
///
/// ```swift
/// let user = try Fixture("user.json").json(as: User.self)
/// let logo = try Fixture("images/logo.png", in: .module).data
/// let github = Provider<GitHub>.stub { _ in .fixture("user.json") }
/// ```
///
/// Without a bundle it is looked for beside the file that asks: in the folder `Fixtures`, then in that file's own
/// folder. That needs no resources in the manifest, only `exclude: ["Fixtures"]` so that SwiftPM doesn't ask what the
/// files are; and it needs the sources at run time, so on a device use a bundle.
///
/// A name is a relative path with slashes. Upper and lower case matter where they matter to the file system.
public struct Fixture: Sendable {
    /// As it was asked for.
    public let name: String
    public let url: URL
    public let data: Data

    /// A file beside the one that asks.
    ///
    /// - Throws: `FixtureError` with code `.notFound`, `.invalidName` or `.unreadable`.
    public init(_ name: String, filePath: String = #filePath) throws(FixtureError) {
        try self.init(name, in: FixtureFolders(besideFile: filePath))
    }

    /// A file of a bundle: in its resources' folder `Fixtures`, then among its resources.
    ///
    /// A folder that the manifest copies keeps its paths; one that it processes loses them, so leave them out of the
    /// name.
    ///
    /// - Throws: `FixtureError` with code `.notFound`, `.invalidName` or `.unreadable`.
    public init(_ name: String, in bundle: Bundle) throws(FixtureError) {
        try self.init(name, in: FixtureFolders(of: bundle))
    }

    init(_ name: String, in folders: FixtureFolders) throws(FixtureError) {
        self.name = name
        (url, data) = try folders.file(named: name)
    }

    /// The media type that the name's extension stands for; `application/octet-stream` if it is unknown.
    public var contentType: String { Self.contentType(ofFileNamed: name) }

    /// The content as text in UTF-8.
    ///
    /// - Throws: `FixtureError` with code `.unexpectedContent`.
    public var text: String {
        get throws(FixtureError) {
            guard let text = String(data: data, encoding: .utf8) else {
                throw FixtureError(.unexpectedContent, "\(url.path) is not text in UTF-8.")
            }
            return text
        }
    }

    /// The content as a value.
    ///
    /// - Throws: `FixtureError` with code `.unexpectedContent`, which tells the coding path and what was expected.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(FixtureError) -> Value {
        do throws(TernError) {
            return try Response(statusCode: 200, data: data).decode(type, using: decoder)
        } catch {
            throw FixtureError(.unexpectedContent, "\(url.path): \(error.reason)")
        }
    }
}

extension Fixture: CustomStringConvertible, CustomReflectable {
    /// Name and size.
    public var description: String { "\(name), \(data.count) bytes" }

    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "path": url.path, "bytes": data.count], displayStyle: .struct)
    }
}
