/// The joints of a figure in a pose, in a square with sides of 100 whose origin is the upper left corner.
struct Figure: Sendable {
    typealias Point = SIMD2<Double>

    let name: String
    let head: Point
    let neck: Point
    let hip: Point
    /// The elbow and the hand of each arm.
    let arms: [(Point, Point)]
    /// The knee and the foot of each leg.
    let legs: [(Point, Point)]

    /// The lines that are drawn, from the back to the front.
    var lines: [Line] {
        let limbs = [(legs, hip, 6.5), (arms, neck, 4.6)].flatMap { limbs, start, width in
            limbs.enumerated().flatMap { index, limb in
                [(start, limb.0), (limb.0, limb.1)].map { Line(from: $0, to: $1, width: width, isBehind: index == 1) }
            }
        }
        return limbs.filter(\.isBehind)
            + [Line(from: neck, to: hip, width: 9), Line(from: head, to: head, width: 14)]
            + limbs.filter { !$0.isBehind }
    }

    /// A line with round ends.
    struct Line: Sendable {
        let isBehind: Bool
        private let start: Point
        private let vector: Point
        private let squaredLength: Double
        private let radius: Double

        init(from start: Point, to end: Point, width: Double, isBehind: Bool = false) {
            self.isBehind = isBehind
            self.start = start
            vector = Point(end.x - start.x, end.y - start.y)
            squaredLength = vector.x * vector.x + vector.y * vector.y
            radius = width / 2
        }

        /// The distance of a point from the edge of the line. Negative inside.
        func distance(to point: Point) -> Double {
            let (x, y) = (point.x - start.x, point.y - start.y)
            var share = 0.0
            if squaredLength > 0 { share = min(1, max(0, (vector.x * x + vector.y * y) / squaredLength)) }
            let (restX, restY) = (x - vector.x * share, y - vector.y * share)
            return (restX * restX + restY * restY).squareRoot() - radius
        }
    }
}
