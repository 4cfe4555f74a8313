import Foundation

/// An HTML page with rows and their pictures. It needs no other file.
struct FeedPage: Sendable {
    let rows: [FeedState.Row]

    var html: String {
        """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <title>Poses</title>
        <style>
        \(Self.style)
        </style>
        </head>
        <body>
        <h1>Poses</h1>
        <p>\(rows.count) poses, \(rows.count(where: \.isBookmarked)) with a bookmark</p>
        <ol>
        \(rows.map(Self.item).joined(separator: "\n"))
        </ol>
        </body>
        </html>

        """
    }

    // MARK: - Private

    private static let style = """
        :root { color-scheme: light dark; --page: #f6f5f2; --card: #fff; --text: #24211d; --quiet: #7a746b;
          --star: #d9861a }
        @media (prefers-color-scheme: dark) {
          :root { --page: #17161a; --card: #232228; --text: #eeeaf2; --quiet: #9a95a3; --star: #ffc35c }
        }
        body { margin: 2rem auto; max-width: 60rem; padding: 0 1rem; background: var(--page); color: var(--text);
          font: 1rem/1.4 system-ui, sans-serif }
        h1 { margin: 0; font-size: 1.6rem }
        p { margin: .2rem 0 1.4rem; color: var(--quiet) }
        ol { display: grid; grid-template-columns: repeat(auto-fill, minmax(8.5rem, 1fr)); gap: 1rem; margin: 0;
          padding: 0; list-style: none }
        li { overflow: hidden; border-radius: .8rem; background: var(--card); box-shadow: 0 1px 4px #0003 }
        img, .missing { display: block; width: 100%; aspect-ratio: 1; background: #8884 }
        .missing { display: grid; place-items: center; color: var(--quiet); text-align: center; font-size: .8rem }
        .name { display: flex; justify-content: space-between; padding: .5rem .7rem .6rem; font-size: .9rem }
        .star { color: var(--star) }
        """

    private static func item(_ row: FeedState.Row) -> String {
        let name = escaped(row.pose.name)
        let star = row.isBookmarked ? #"<span class="star" title="Bookmark">★</span>"# : ""
        return #"<li>\#(picture(row.picture, name))<div class="name"><span>\#(name)</span>\#(star)</div></li>"#
    }

    private static func picture(_ picture: FeedState.Picture, _ name: String) -> String {
        switch picture {
        case .loading: #"<div class="missing">Loading…</div>"#
        case .failed(let reason): #"<div class="missing">\#(escaped(reason))</div>"#
        case .shown(let bitmap):
            #"<img alt="\#(name)" src="data:image/bmp;base64,\#(bitmap.bmp.base64EncodedString())">"#
        }
    }

    private static func escaped(_ text: String) -> String {
        text.replacingOccurrences(of: "&", with: "&amp;").replacingOccurrences(of: "<", with: "&lt;")
            .replacingOccurrences(of: "\"", with: "&quot;")
    }
}
