/// A request with the properties that concern its connection.
struct ParsedRequest: Equatable {
    var request: RecordedRequest
    var isVersion10 = false
    var keepsAlive = true
}
