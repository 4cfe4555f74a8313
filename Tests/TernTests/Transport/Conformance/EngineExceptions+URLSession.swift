extension EngineExceptions {
    static let urlSession = EngineExceptions(
        "FoundationNetworking",
        [
            "survives trailers after a chunked body, and keeps the connection": .endsTheProcess("Trailers trap.")
        ]
    )
}
