import Foundation

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The latest 2,000 steps of a run: what each task did and what it waited for, over virtual time, and the calls
    /// with their responses.
    ///
    /// The calls are those of providers and other doubles that record into a ``Journal``, whichever journal that is.
    /// Names of requests are as in the journal, without secrets.
    public struct Picture: Sendable, CustomStringConvertible {
        let history: RunHistory

        /// A short text of at most 12 lines with at most 100 characters, with a legend. It shows up to six tasks, first
        /// those that have not ended, and up to three calls, first those without a response.
        public var description: String { PictureText(history: history).text }

        /// An SVG image of up to 200 tasks and 200 calls. It needs no other file, and follows the light or dark
        /// appearance of its viewer. Each step has a place of its own, so that steps at the same time can be
        /// distinguished; the distance of two times in the image isn't their difference.
        public var svg: String { PictureSVG(history: history).text }

        /// Writes the SVG image to a file, and replaces an existing one.
        ///
        /// - Throws: The error of Foundation if the file can't be written.
        public func write(to file: URL) throws {
            try Data(svg.utf8).write(to: file, options: .atomic)
        }
    }

    /// The run so far. It can be taken at any time, also after the run.
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
