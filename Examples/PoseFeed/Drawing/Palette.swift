/// The colors of a picture.
struct Palette: Sendable {
    typealias Color = SIMD3<Double>

    let name: String
    let sky: Color
    let ground: Color
    let sun: Color
    let front: Color
    let back: Color

    static let all = [
        Palette(
            name: "Coral",
            sky: [255, 214, 196],
            ground: [244, 150, 130],
            sun: [255, 240, 222],
            front: [112, 32, 54],
            back: [158, 64, 80]
        ),
        Palette(
            name: "Mint",
            sky: [206, 244, 226],
            ground: [122, 204, 170],
            sun: [246, 255, 236],
            front: [14, 72, 72],
            back: [40, 112, 104]
        ),
        Palette(
            name: "Indigo",
            sky: [58, 60, 120],
            ground: [30, 28, 70],
            sun: [116, 112, 190],
            front: [255, 226, 160],
            back: [206, 164, 124]
        ),
        Palette(
            name: "Amber",
            sky: [255, 232, 166],
            ground: [248, 184, 82],
            sun: [255, 248, 220],
            front: [92, 46, 14],
            back: [150, 88, 34]
        ),
        Palette(
            name: "Lagoon",
            sky: [176, 226, 250],
            ground: [84, 160, 218],
            sun: [236, 250, 255],
            front: [18, 40, 96],
            back: [52, 84, 146]
        ),
    ]
}
