import Tern

/// What the screen shows: the visible rows only, so that its size doesn't depend on the length of the feed.
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
        /// There are more rows, which nothing has asked for yet.
        case more
        case loading
        case failed(String)
        case end
    }

    var rows: [Row] = []
    /// The number of rows that have arrived, visible or not.
    var count = 0
    var footer = Footer.more
    /// Why a bookmark wasn't kept.
    var notice: String?

    /// Why the next page didn't arrive.
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
