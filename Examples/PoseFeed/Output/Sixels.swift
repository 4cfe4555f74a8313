/// Pictures as sixels: columns of six pixels, one color after another.
enum Sixels {
    /// The number of shades of each primary color.
    private static let shades = 6

    /// - Parameters:
    ///   - pictures: The pictures, which are shown next to each other.
    ///   - gap: The number of pixels between two pictures.
    static func text(of pictures: [Bitmap], gap: Int) -> String {
        let height = pictures.map(\.height).max() ?? 0
        let columns = pictures.enumerated().flatMap { index, picture in
            (index == 0 ? [] : Array(repeating: [Int?](repeating: nil, count: height), count: gap))
                + (0..<picture.width).map { x in
                    (0..<height).map { $0 < picture.height ? register(of: picture[x, $0]) : nil }
                }
        }
        let bands = stride(from: 0, to: height, by: 6).map { band(columns, from: $0, to: min(height, $0 + 6)) }
        return "\u{1B}P0;1q\"1;1;\(columns.count);\(height)" + palette + bands.joined(separator: "-") + "\u{1B}\\"
    }

    // MARK: - Private

    private static func register(of color: Bitmap.Color) -> Int {
        func shade(_ value: UInt8) -> Int { (Int(value) * (shades - 1) + 127) / 255 }
        return (shade(color.red) * shades + shade(color.green)) * shades + shade(color.blue)
    }

    private static var palette: String {
        func percent(_ shade: Int) -> Int { shade * 100 / (shades - 1) }
        return (0..<shades * shades * shades).map { index in
            let (red, green, blue) = (index / shades / shades, index / shades % shades, index % shades)
            return "#\(index);2;\(percent(red));\(percent(green));\(percent(blue))"
        }
        .joined()
    }

    /// Six rows of pixels. Each color starts at the left again.
    private static func band(_ columns: [[Int?]], from top: Int, to bottom: Int) -> String {
        let colors = Set(columns.flatMap { $0[top..<bottom] }.compactMap(\.self)).sorted()
        return colors.map { color in
            let bits = columns.map { column in
                (top..<bottom).reduce(0) { $0 | (column[$1] == color ? 1 << ($1 - top) : 0) }
            }
            return "#\(color)" + runs(of: bits)
        }
        .joined(separator: "$")
    }

    private static func runs(of bits: [Int]) -> String {
        var text = ""
        var index = 0
        while index < bits.count {
            let end = bits[index...].firstIndex { $0 != bits[index] } ?? bits.count
            let character = Character(UnicodeScalar(UInt8(63 + bits[index])))
            text += end - index > 3 ? "!\(end - index)\(character)" : String(repeating: character, count: end - index)
            index = end
        }
        return text
    }
}
