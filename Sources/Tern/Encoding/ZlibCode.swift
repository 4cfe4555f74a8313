/// Return codes of zlib.
enum ZlibCode {
    static let ok: Int32 = 0
    static let streamEnd: Int32 = 1
    static let memoryError: Int32 = -4
    /// No progress is possible without more input.
    static let bufferError: Int32 = -5
}
