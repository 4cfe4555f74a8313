extension Bitmap {
    /// Draws a figure in front of a sun, above the ground.
    init(_ figure: Figure, in palette: Palette, side: Int) {
        self.init(width: side, height: side)
        let scale = 100 / Double(side)
        let lines = figure.lines
        for y in 0..<side {
            for x in 0..<side {
                let point = Figure.Point(Double(x) + 0.5, Double(y) + 0.5) * scale
                var color = Self.background(at: point, palette, softness: scale)
                for line in lines {
                    let distance = line.distance(to: point)
                    color.blend(line.isBehind ? palette.back : palette.front, edge: distance, softness: scale)
                }
                self[x, y] = Color(color)
            }
        }
    }

    private static func background(
        at point: Figure.Point,
        _ palette: Palette,
        softness: Double
    ) -> Palette.Color {
        let share = point.y / 100
        var color = palette.sky * (1 - share * 0.25) + palette.ground * (share * 0.25)
        color.blend(palette.sun, edge: point.distance(to: [50, 46]) - 36, softness: softness)
        color.blend(palette.ground, edge: 91 - point.y, softness: softness)
        // The shadow is a flat circle.
        let shadow = Figure.Point(point.x, 93.5 + (point.y - 93.5) * 9).distance(to: [50, 93.5])
        color.blend(palette.back * 0.4 + palette.ground * 0.6, edge: shadow - 36, softness: 9)
        return color
    }
}

extension Figure.Point {
    fileprivate func distance(to other: Figure.Point) -> Double {
        let (x, y) = (x - other.x, y - other.y)
        return (x * x + y * y).squareRoot()
    }
}

extension Palette.Color {
    /// Blends in another color inside of an edge.
    ///
    /// - Parameters:
    ///   - edge: The distance from the edge. Negative inside.
    ///   - softness: The width of the edge.
    fileprivate mutating func blend(_ other: Palette.Color, edge: Double, softness: Double) {
        guard edge < softness / 2 else { return }
        let share = Swift.min(1, 0.5 - edge / softness)
        self = self * (1 - share) + other * share
    }
}

extension Bitmap.Color {
    fileprivate init(_ color: Palette.Color) {
        func byte(_ value: Double) -> UInt8 { UInt8(Swift.min(255, Swift.max(0, value.rounded()))) }
        self.init(red: byte(color.x), green: byte(color.y), blue: byte(color.z))
    }
}
