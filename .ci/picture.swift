// Writes the pictures of the guide: the way from a call to its value, and the list of stages, which it reads from
// `Provider.stages`. `swift .ci/picture.swift` makes the files, for a light and for a dark background. `--check` fails if a
// file differs from what the script writes.

import Foundation

struct Palette {
    let text: String
    let note: String
    let box: String
    let edge: String
    let marked: String
    let markedEdge: String

    static let light = Palette(
        text: "#1d1d1f",
        note: "#6e6e73",
        box: "#f5f5f7",
        edge: "#86868b",
        marked: "#e3f1ff",
        markedEdge: "#0071e3"
    )
    static let dark = Palette(
        text: "#f5f5f7",
        note: "#a1a1a6",
        box: "#2a2a2c",
        edge: "#86868b",
        marked: "#0b2f52",
        markedEdge: "#2997ff"
    )
}

struct Picture {
    let palette: Palette
    private(set) var shapes: [String] = []

    init(_ palette: Palette) {
        self.palette = palette
    }

    /// The size of a box.
    static let (width, height) = (112, 92)

    /// A box with a name and up to three lines of notes.
    mutating func box(_ name: String, _ notes: [String], x: Int, y: Int, isMarked: Bool = false) {
        let style = isMarked ? "marked" : "box"
        let size = #"width="\#(Self.width)" height="\#(Self.height)""#
        shapes.append(#"<rect class="\#(style)" x="\#(x)" y="\#(y)" \#(size) rx="8"/>"#)
        let (middle, top) = (x + Self.width / 2, y + Self.height / 2 - 8 * notes.count + 5)
        shapes.append(#"<text class="name" x="\#(middle)" y="\#(top)">\#(name)</text>"#)
        for (index, note) in notes.enumerated() {
            shapes.append(#"<text class="note" x="\#(middle)" y="\#(top + 18 + 16 * index)">\#(note)</text>"#)
        }
    }

    /// An arrow along these points.
    mutating func arrow(_ points: (Int, Int)...) {
        let path = points.map { "\($0.0),\($0.1)" }.joined(separator: " ")
        shapes.append(#"<polyline class="arrow" points="\#(path)" marker-end="url(#head)"/>"#)
    }

    mutating func line(_ start: (Int, Int), _ end: (Int, Int)) {
        shapes.append(#"<path class="arrow" d="M\#(start.0),\#(start.1) L\#(end.0),\#(end.1)"/>"#)
    }

    /// A wide box with a name, and a note beside it.
    mutating func row(_ name: String, _ note: String, x: Int, y: Int, width: Int, isMarked: Bool = false) {
        let style = isMarked ? "marked" : "box"
        shapes.append(#"<rect class="\#(style)" x="\#(x)" y="\#(y)" width="\#(width)" height="34" rx="8"/>"#)
        shapes.append(#"<text class="name" x="\#(x + width / 2)" y="\#(y + 22)">\#(name)</text>"#)
        shapes.append(#"<text class="note beside" x="\#(x + width + 16)" y="\#(y + 22)">\#(note)</text>"#)
    }

    func svg(width: Int, height: Int, title: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
        role="img" aria-labelledby="title">
          <title id="title">\(title)</title>
          <style>
            text { font-family: -apple-system, "Helvetica Neue", Helvetica, Arial, sans-serif; text-anchor: middle; }
            .name { font-size: 15px; font-weight: 600; fill: \(palette.text); }
            .note { font-size: 12px; fill: \(palette.note); }
            .beside { text-anchor: start; }
            .box { fill: \(palette.box); stroke: \(palette.edge); }
            .marked { fill: \(palette.marked); stroke: \(palette.markedEdge); }
            .arrow { stroke: \(palette.edge); stroke-width: 1.5; fill: none; }
            .head { fill: \(palette.edge); }
          </style>
          <defs>
            <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">
              <path class="head" d="M0,0 L8,4 L0,8 z"/>
            </marker>
          </defs>
        \(shapes.map { "  " + $0 }.joined(separator: "\n"))
        </svg>

        """
    }
}

func chain(_ palette: Palette) -> String {
    var picture = Picture(palette)
    let columns = [6, 134, 262, 390, 518, 646]
    picture.box("Call", ["a case of the", "target, and the", "type of its value"], x: columns[0], y: 6)
    picture.box("Endpoint", ["URL, method,", "query, body,", "sample response"], x: columns[1], y: 6)
    picture.box("Request", ["encoded", "and checked"], x: columns[2], y: 6)
    picture.box("Plugins", ["credentials,", "retries, limits,", "logs, metrics"], x: columns[3], y: 6)
    picture.box("Attempt", ["time limit,", "redirects,", "shared requests"], x: columns[4], y: 6)
    picture.box("Transport", ["libcurl,", "URLSession", "or your own"], x: columns[5], y: 6)
    picture.box("Stub", ["sample", "response,", "no network"], x: columns[5], y: 114, isMarked: true)
    picture.box("Result", ["a value or an", "error, on the", "caller's actor"], x: columns[0], y: 222)
    picture.box("Plugins", ["in reverse", "order"], x: columns[3], y: 222)
    picture.box("Validation", ["status,", "media type"], x: columns[4], y: 222)
    for (left, right) in zip(columns, columns.dropFirst()) {
        picture.arrow((left + Picture.width, 52), (right, 52))
    }
    let (bus, middle) = (columns[5] + Picture.width + 14, columns[4] + Picture.width / 2)
    picture.arrow((middle, 98), (middle, 160), (columns[5], 160))
    picture.line((columns[5] + Picture.width, 160), (bus, 160))
    picture.arrow((columns[5] + Picture.width, 52), (bus, 52), (bus, 268), (columns[4] + Picture.width, 268))
    picture.arrow((columns[4], 268), (columns[3] + Picture.width, 268))
    picture.arrow((columns[3], 268), (columns[0] + Picture.width, 268))
    return picture.svg(
        width: 780,
        height: 320,
        title:
            "A call passes the endpoint, the request and the plugins to a transport or a stub, and its response returns"
    )
}

/// The stages that `Provider.stages` appends, with their comments, in its order.
func stages(in source: String) -> [(name: String, note: String)] {
    let lines = source.components(separatedBy: "\n").map { $0.components(separatedBy: "//") }
    return lines.indices.compactMap { index in
        let parts = lines[index][0].components(separatedBy: "stages.append(")
        guard parts.count == 2 else { return nil }
        // A long line has its comment above it.
        let comment = (lines[index].count > 1 ? lines[index] : lines[index - 1]).last ?? ""
        return (String(parts[1].prefix { $0 != "(" }), comment.trimmingCharacters(in: CharacterSet(charactersIn: " :")))
    }
}

func list(of stages: [(name: String, note: String)], _ palette: Palette) -> String {
    var picture = Picture(palette)
    let rows = [(name: "Plugins", note: "in the order of the array: credentials, retries, logs, your own")] + stages
    for (index, row) in rows.enumerated() {
        let y = 6 + 50 * index
        picture.row(row.name, row.note.lowercasedFirst, x: 54, y: y, width: 150, isMarked: row.name == "Sending")
        if index > 0 {
            picture.arrow((94, y - 16), (94, y))
            picture.arrow((164, y), (164, y - 16))
        }
    }
    let height = 50 * rows.count
    picture.arrow((26, 6), (26, height - 10))
    return picture.svg(width: 620, height: height, title: "The stages of a call, in the order of a request")
}

extension String {
    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}

let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Sources/Tern")
let folder = sources.appendingPathComponent("Tern.docc/Resources")
let pipeline = try String(
    contentsOf: sources.appendingPathComponent("Provider/Provider+Pipeline.swift"),
    encoding: .utf8
)
let listed = stages(in: pipeline)
let files = [
    "chain.svg": chain(.light), "chain~dark.svg": chain(.dark),
    "stages.svg": list(of: listed, .light), "stages~dark.svg": list(of: listed, .dark),
]
if CommandLine.arguments.contains("--check") {
    for (name, text) in files {
        guard try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8) == text else {
            print("\(name) isn't what .ci/picture.swift writes. Run it without --check.")
            exit(1)
        }
    }
} else {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (name, text) in files {
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
    }
}
