import Tern

/// The content of the screen. It contains only the visible rows, so its size doesn't depend on the length of the feed.
struct FeedState: Hashable, Sendable {
    struct Row: Hashable, Sendable {
        let number: Int
        let pose: Pose
        let picture: Picture
        let isBookmarked: Bool
    }

    enum Picture: Hashable, Sendable {
        case loading
        case shown(Bitmap)
        case failed(String)
    }

    /// The line below the last row.
    enum Footer: Hashable, Sendable {
        /// There are more rows, which haven't been requested yet.
        case more
        case loading
        case failed(String)
        case end
    }

    var rows: [Row] = []
    /// The number of rows that have arrived, visible or not.
    var count = 0
    var footer = Footer.more
    /// The reason why a bookmark wasn't stored. `nil` if there is no such failure.
    var notice: String?

    /// The reason why the next page didn't arrive. `nil` if there is no such failure.
    var failure: String? {
        if case .failed(let reason) = footer { reason } else { nil }
    }

    /// Whether all visible rows have a picture or a failure.
    var isComplete: Bool { !rows.contains { $0.picture == .loading } }
}

extension TernError {
    /// The text for the reader.
    var feedText: String {
        switch (code, response?.statusCode) {
        case (.decodingFailed, _): "This version doesn't understand the server. Please update."
        case (.unacceptableStatus, let status?): "The server has status \(status)."
        default: "The server doesn't respond (\(code))."
        }
    }
}
