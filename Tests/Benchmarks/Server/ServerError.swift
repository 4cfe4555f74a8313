/// A system call that failed.
struct ServerError: Error {
    let call: String
    /// `errno`.
    let number: Int32
}
