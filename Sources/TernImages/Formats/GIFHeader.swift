extension ImageHeader {
    /// GIF: signature and logical screen (GIF89a, sections 17 and 18).
    init?(gif bytes: HeaderBytes) {
        guard bytes.has("GIF87a", at: 0) || bytes.has("GIF89a", at: 0) else { return nil }
        let width = bytes.integer(.little, bytes: 2, at: 6)
        let height = bytes.integer(.little, bytes: 2, at: 8)
        self.init(format: .gif, size: Size(width: width ?? 0, height: height ?? 0))
    }
}
