#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// Sets the options of one easy handle, and keeps the first error.
    struct CurlHandle {
        private let easy: tern_curl_easy
        private(set) var firstError: Int32 = 0

        init(_ easy: tern_curl_easy) {
            self.easy = easy
        }

        mutating func set(_ option: Int32, _ value: Int) {
            keep(tern_curl_set_long(easy, option, value))
        }

        mutating func set(_ option: Int32, _ value: String) {
            keep(tern_curl_set_string(easy, option, value))
        }

        mutating func unset(_ option: Int32) {
            keep(tern_curl_set_pointer(easy, option, nil))
        }

        private mutating func keep(_ error: Int32) {
            if firstError == 0 { firstError = error }
        }
    }
#endif
