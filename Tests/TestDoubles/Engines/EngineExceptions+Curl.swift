import Tern

extension EngineExceptions {
    package static let curl = EngineExceptions(
        "libcurl",
        cannotTellEnds
            ? [
                (
                    .fails("libcurl before 8.0 takes RST_STREAM with NO_ERROR for the end of the body."),
                    ["new", "reused"].map {
                        "sends a POST once on a \($0) HTTP/2 connection whose response ends with NO_ERROR"
                    }
                )
            ]
            : []
    )

    #if os(Linux)
        private static let cannotTellEnds = CurlLibrary.version < 0x08_00_00
    #else
        private static let cannotTellEnds = false
    #endif
}
