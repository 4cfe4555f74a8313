import Tern

extension TernError.Code {
    /// The file of a `file:` URL is missing, can't be read, or is no regular file. The reason says which, and
    /// `underlying` has the error of the system, or is `nil`.
    public static let unreadableFile = Self(rawValue: "unreadableFile")
}
