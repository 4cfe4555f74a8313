import Foundation

/// A part of a multipart form, as in Moya 15, or a form of parts, as in the version of Moya after it.
///
/// ```swift
/// MultipartFormData(provider: .data(png), name: "file", fileName: "a.png", mimeType: "image/png")
/// MultipartFormData(parts: [MultipartFormBodyPart(provider: .data(png), name: "file")])
/// ```
public struct MultipartFormData: Hashable {
    /// The bytes of a part.
    public enum FormDataProvider: Hashable {
        /// Bytes in memory.
        case data(Foundation.Data)
        /// The bytes of a file.
        case file(URL)
        /// A stream of this length in bytes, which can be sent once.
        case stream(InputStream, UInt64)
    }

    // Of a part:
    /// The bytes of a part.
    public let provider: FormDataProvider
    /// The name of a part.
    public let name: String
    /// `nil` for a part without a file name. A part from a file then has the name of the file.
    public let fileName: String?
    /// `nil` for a part without a media type. A part from a file then has the type of the file's extension on Apple
    /// platforms, and `application/octet-stream` on Linux.
    public let mimeType: String?

    // Of a form:
    /// Not used: files are opened directly.
    public let fileManager: FileManager
    /// `nil` for a random boundary.
    public let boundary: String?
    private let contents: [MultipartFormData]?

    /// The parts of a form. A part is a form of itself.
    public var parts: [MultipartFormBodyPart] { contents ?? [self] }

    /// A part.
    public init(provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil) {
        self.provider = provider
        self.name = name
        self.fileName = fileName
        self.mimeType = mimeType
        fileManager = .default
        boundary = nil
        contents = nil
    }

    /// A form of parts.
    public init(fileManager: FileManager = .default, boundary: String? = nil, parts: [MultipartFormBodyPart]) {
        provider = .data(Data())
        name = ""
        fileName = nil
        mimeType = nil
        self.fileManager = fileManager
        self.boundary = boundary
        contents = parts
    }

    public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.provider == rhs.provider && lhs.name == rhs.name && lhs.fileName == rhs.fileName
            && lhs.mimeType == rhs.mimeType && lhs.boundary == rhs.boundary && lhs.contents == rhs.contents
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(provider)
        hasher.combine(name)
        hasher.combine(fileName)
        hasher.combine(mimeType)
        hasher.combine(boundary)
        hasher.combine(contents)
    }
}

extension MultipartFormData: ExpressibleByArrayLiteral {
    public init(arrayLiteral elements: MultipartFormBodyPart...) { self.init(parts: elements) }
}

/// The name of a part in the version of Moya after 15.
public typealias MultipartFormBodyPart = MultipartFormData
