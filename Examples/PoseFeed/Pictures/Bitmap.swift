/// A decoded picture: red, green and blue of each pixel, row by row from the top.
struct Bitmap: Hashable, Sendable {
    struct Color: Hashable, Sendable {
        var red: UInt8
        var green: UInt8
        var blue: UInt8
    }

    let width: Int
    let height: Int
    private(set) var pixels: [Color]

    init(width: Int, height: Int, filledWith color: Color = Color(red: 0, green: 0, blue: 0)) {
        self.width = width
        self.height = height
        pixels = Array(repeating: color, count: width * height)
    }

    subscript(x: Int, y: Int) -> Color {
        get { pixels[y * width + x] }
        set { pixels[y * width + x] = newValue }
    }

    /// The picture in another size. Each new pixel is the mean of the pixels that it covers.
    func scaled(toWidth newWidth: Int, height newHeight: Int) -> Bitmap {
        var result = Bitmap(width: newWidth, height: newHeight)
        for y in 0..<newHeight {
            let rows = Self.span(y, of: newHeight, in: height)
            for x in 0..<newWidth { result[x, y] = mean(Self.span(x, of: newWidth, in: width), rows) }
        }
        return result
    }

    // MARK: - Private

    private static func span(_ index: Int, of count: Int, in size: Int) -> Range<Int> {
        let start = index * size / count
        return start..<max(start + 1, (index + 1) * size / count)
    }

    private func mean(_ columns: Range<Int>, _ rows: Range<Int>) -> Color {
        var (red, green, blue) = (0, 0, 0)
        for y in rows {
            for x in columns {
                let color = self[x, y]
                red += Int(color.red)
                green += Int(color.green)
                blue += Int(color.blue)
            }
        }
        let count = columns.count * rows.count
        return Color(red: UInt8(red / count), green: UInt8(green / count), blue: UInt8(blue / count))
    }
}
