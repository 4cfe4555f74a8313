import Foundation
import Tern

/// A file for a test: JSON, text, an image or any other content.
///
/// ```swift
/// let user = try Fixture("user.json").json(as: User.self)
/// let logo = try Fixture("images/logo.png", in: .module).data
/// let github = Provider<GitHub>.stub { _ in .fixture("user.json") }
/// ```
///
/// Without a bundle, Tern searches for the file next to the source file of the caller: first in the folder `Fixtures`,
/// then in the folder of the source file. This needs no resources in the manifest, only `exclude: ["Fixtures"]`, which
/// avoids SwiftPM's warning about unhandled files. It needs the sources at run time, so use a bundle on a device.
///
/// A name is a relative path with slashes. The file system decides whether names are case-sensitive.
public struct Fixture: Sendable {
    /// The name as passed to the initializer.
    public let name: String
    /// The URL of the file.
    public let url: URL
    /// The content of the file.
    public let data: Data

    /// Reads a file next to the source file of the caller.
    ///
    /// - Throws: `TestKitError` with code `.fixtureNotFound`, `.invalidFixtureName` or `.unreadableFixture`.
    public init(_ name: String, filePath: String = #filePath) throws(TestKitError) {
        try self.init(name, in: FixtureFolders(besideFile: filePath))
    }

    /// Reads a file of a bundle: from the folder `Fixtures` of its resources, then from the resources themselves.
    ///
    /// A folder that the manifest copies keeps its relative paths. A folder that the manifest processes doesn't keep
    /// them, so use only file names then.
    ///
    /// - Throws: `TestKitError` with code `.fixtureNotFound`, `.invalidFixtureName` or `.unreadableFixture`.
    public init(_ name: String, in bundle: Bundle) throws(TestKitError) {
        try self.init(name, in: FixtureFolders(of: bundle))
    }

    init(_ name: String, in folders: FixtureFolders) throws(TestKitError) {
        self.name = name
        (url, data) = try folders.file(named: name)
        let fixture = self
        Self.reads?.withLock { $0.append(fixture) }
    }

    /// Collects the fixtures that a closure reads. `nil` if they aren't collected.
    @TaskLocal static var reads: Locked<[Fixture]>?

    /// The media type for the file extension of the name; `application/octet-stream` for an unknown extension.
    public var contentType: String { MediaType(filename: name)?.text ?? MediaType.unknown }

    /// The content as text in UTF-8.
    ///
    /// - Throws: `TestKitError` with code `.unexpectedFixtureContent` if the content isn't UTF-8.
    public var text: String {
        get throws(TestKitError) {
            guard let text = String(data: data, encoding: .utf8) else {
                throw TestKitError(.unexpectedFixtureContent, "\"\(url.path)\" is not text in UTF-8.")
            }
            return text
        }
    }

    /// Decodes the content from JSON.
    ///
    /// - Throws: `TestKitError` with code `.unexpectedFixtureContent`, whose message names the coding path and the
    ///   expected type.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self,
        using decoder: JSONDecoder = JSONDecoder()
    ) throws(TestKitError) -> Value {
        do throws(TernError) {
            return try Response(statusCode: 200, data: data).decode(type, using: decoder)
        } catch {
            throw TestKitError(.unexpectedFixtureContent, "\"\(url.path)\": \(error.reason)")
        }
    }
}

extension Fixture: CustomStringConvertible, CustomReflectable {
    /// The name and the size.
    public var description: String { "\(name), \(data.count) bytes" }

    public var customMirror: Mirror {
        Mirror(self, children: ["name": name, "path": url.path, "bytes": data.count], displayStyle: .struct)
    }
}
