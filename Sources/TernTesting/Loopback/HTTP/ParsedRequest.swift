/// A request, and what it means for the connection it came on.
struct ParsedRequest: Equatable {
    var request: LoopbackRequest
    var isVersion10 = false
    var keepsAlive = true
}
