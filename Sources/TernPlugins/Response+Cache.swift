import Tern

extension Response {
    /// Whether a cache had stored the response, and the server hasn't confirmed it.
    var isStored: Bool {
        switch cache {
        case .hit, .stale: true
        default: false
        }
    }
}
