extension EngineExceptions {
    static let curl = EngineExceptions(
        "libcurl",
        [
            (
                .fails("libcurl takes a compressed body that ends too early for a whole one."),
                ["fails where a gzip body ends too early"]
            )
        ]
    )
}
