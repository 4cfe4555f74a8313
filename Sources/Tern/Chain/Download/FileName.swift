import Foundation

/// Names for the files of downloads.
enum FileName {
    /// The longest name of common file systems, in bytes.
    static let maximumBytes = 255

    /// The name for a download in a directory: the name in `Content-Disposition`, otherwise the last component of the
    /// URL, otherwise `download`.
    static func name(of headers: HTTPHeaders, at url: URL) -> String {
        headers.values(for: "Content-Disposition").first.flatMap(suggested).flatMap(sanitized)
            ?? sanitized(url.lastPathComponent) ?? "download"
    }

    /// The name that a `Content-Disposition` field suggests (RFC 6266), as the server wrote it. `filename*` overrides
    /// `filename`.
    static func suggested(by field: String) -> String? {
        let parameters = FieldParameters(field)
        return parameters["filename*"].flatMap(FieldParameters.extendedValue) ?? parameters["filename"]
    }

    /// The last component of a server's path, as a visible name that is safe in any directory. `nil` if no characters
    /// remain.
    static func sanitized(_ path: String) -> String? {
        // In Windows paths, a backslash separates components.
        let component = path.parts(at: "/\\").last ?? ""
        var name = ""
        for scalar in component.unicodeScalars where isAllowed(scalar) { name.unicodeScalars.append(scalar) }
        name = name.trimmingCharacters(in: .whitespaces)
        // Again afterwards, since a name without its stem begins with the dot of its extension.
        let visible = visible(shortened(visible(name)))
        return visible.isEmpty ? nil : visible
    }

    /// The name with a number before its extension: `report 2.pdf`.
    static func numbered(_ name: String, _ number: Int) -> String {
        let (stem, suffix) = parts(of: name)
        return shortened(stem, suffix: " \(number)" + suffix)
    }

    // MARK: - Private

    /// Excludes control characters, and characters that change the direction of text, so that the visible extension is
    /// the actual extension.
    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: scalar.properties.generalCategory != .control
        }
    }

    /// The name without leading dots and spaces. This also removes `.` and `..`.
    ///
    /// By scalars, since a dot and a combining mark are one character.
    private static func visible(_ name: String) -> String {
        String(name.unicodeScalars.drop { $0 == "." || $0 == " " })
    }

    /// The name, shortened before its extension if it is too long.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > maximumBytes else { return name }
        let (stem, suffix) = parts(of: name)
        return shortened(stem, suffix: suffix)
    }

    private static func shortened(_ stem: String, suffix: String) -> String {
        var stem = stem
        // By scalars, since one character can be longer than a name.
        while !stem.isEmpty, stem.utf8.count + suffix.utf8.count > maximumBytes { stem.unicodeScalars.removeLast() }
        return stem + suffix
    }

    /// The name without its extension, and the extension with its dot.
    private static func parts(of name: String) -> (stem: String, suffix: String) {
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex, name[dot...].utf8.count <= maximumSuffixBytes
        else { return (name, "") }
        return (String(name[..<dot]), String(name[dot...]))
    }

    /// The maximum length of an extension. A longer part after the last dot isn't an extension.
    private static let maximumSuffixBytes = 32
}
