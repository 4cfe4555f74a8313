import Foundation

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The latest 2,000 steps of a run: the steps and waits of each task in virtual time, and the calls with their
    /// responses.
    ///
    /// The picture contains the calls of providers and other test doubles that record into any ``Journal``. Requests
    /// are named as in the journal, without secrets.
    public struct Picture: Sendable, CustomStringConvertible {
        let history: RunHistory

        /// A short text of at most 12 lines with at most 100 characters, with a legend. It shows up to six tasks and up
        /// to three calls. Tasks that have not ended and calls without a response come first.
        public var description: String { PictureText(history: history).text }

        /// An SVG image of up to 200 tasks and 200 calls. It needs no other file, and adapts to the light or dark
        /// appearance of its viewer. Each step has a separate position, so that steps at the same time can be
        /// distinguished. Distances in the image aren't proportional to durations.
        public var svg: String { PictureSVG(history: history).text }

        /// Writes the SVG image to a file. Replaces an existing file.
        ///
        /// - Throws: The error of Foundation if the file can't be written.
        public func write(to file: URL) throws {
            try Data(svg.utf8).write(to: file, options: .atomic)
        }
    }

    /// The run so far. A picture can be taken at any time, even after the run.
    public func picture() -> Picture {
        let history = core.state.withLock { state in
            RunHistoryBuilder.history(
                of: state.log,
                tasks: state.jobQueue.tasks,
                reports: state.taskReports(includesBackground: true),
                now: state.jobQueue.now
            )
        }
        return Picture(history: history)
    }
}
