import Foundation

/// Shows rows as text. If the terminal has 24-bit colors, shows up to three columns of pictures, otherwise names.
struct FeedText: Sendable {
    enum Style: Sendable {
        case names
        case blocks
        case sixels
    }

    private static let width = 24
    private static let gap = "  "

    let style: Style
    /// The number of pictures beside each other.
    var columns = 3

    func text(of rows: [FeedState.Row]) -> String {
        switch style {
        case .names: rows.map { "\(Self.name(of: $0))\n" }.joined()
        case .blocks: lines(of: rows).map { Self.blocks($0) + "\n" }.joined()
        case .sixels: lines(of: rows).map { Self.sixels($0) + "\n" }.joined()
        }
    }

    /// - Returns: The style with pictures if the environment announces 24-bit colors.
    static func style(isTerminal: Bool, environment: [String: String]) -> Style {
        let hasColors =
            ["truecolor", "24bit"].contains(environment["COLORTERM"])
            || environment["TERM"].map { $0.hasSuffix("-direct") || $0.hasSuffix("-truecolor") } == true
        return isTerminal && hasColors && environment["NO_COLOR"] == nil ? .blocks : .names
    }

    /// - Returns: As many pictures as fit in a terminal of this width, and one at least. `nil` for any width.
    static func columns(in terminal: Int?) -> Int {
        guard let terminal else { return 3 }
        return max(1, min(3, (terminal + gap.count) / (width + gap.count)))
    }

    // MARK: - Private

    private func lines(of rows: [FeedState.Row]) -> [ArraySlice<FeedState.Row>] {
        stride(from: 0, to: rows.count, by: columns).map { rows[$0..<min(rows.count, $0 + columns)] }
    }

    private static func name(of row: FeedState.Row) -> String {
        let number = String(format: "%3d", row.number + 1)
        let mark = row.isBookmarked ? " ★" : ""
        return switch row.picture {
        case .loading: "\(number)  \(row.pose.name)\(mark) …"
        case .shown: "\(number)  \(row.pose.name)\(mark)"
        case .failed(let reason): "\(number)  \(row.pose.name)\(mark): \(reason)"
        }
    }

    /// Each character shows two pixels: the upper pixel as its foreground, and the lower pixel as its background.
    private static func blocks(_ rows: ArraySlice<FeedState.Row>) -> String {
        let pictures = rows.map { picture(of: $0).scaled(toWidth: width, height: width) }
        var lines = stride(from: 0, to: width, by: 2).map { y in
            pictures.map { picture in
                (0..<width).map { cell(picture[$0, y], picture[$0, y + 1]) }.joined() + "\u{1B}[0m"
            }
            .joined(separator: gap)
        }
        lines.append(names(of: rows))
        return lines.joined(separator: "\n")
    }

    private static func cell(_ upper: Bitmap.Color, _ lower: Bitmap.Color) -> String {
        "\u{1B}[38;2;\(upper.red);\(upper.green);\(upper.blue);48;2;\(lower.red);\(lower.green);\(lower.blue)m▀"
    }

    private static func sixels(_ rows: ArraySlice<FeedState.Row>) -> String {
        let pictures = rows.map(picture)
        return Sixels.text(of: pictures, gap: 16) + "\n" + rows.map { name(of: $0) }.joined(separator: gap)
    }

    private static func names(of rows: ArraySlice<FeedState.Row>) -> String {
        rows.map { name(of: $0).prefix(width).padding(toLength: width, withPad: " ", startingAt: 0) }
            .joined(separator: gap)
    }

    /// The picture of a row. A gray square replaces a missing picture.
    private static func picture(of row: FeedState.Row) -> Bitmap {
        if case .shown(let picture) = row.picture { return picture }
        return Bitmap(width: 96, height: 96, filledWith: Bitmap.Color(red: 128, green: 128, blue: 128))
    }
}
