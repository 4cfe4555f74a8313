/// A request, with the properties that affect its connection.
package struct ParsedRequest: Equatable {
    package var request: RecordedRequest
    /// The size of the body, even if the body isn't kept.
    var bodyBytes = 0
    var isVersion10 = false
    var keepsAlive = true
}
