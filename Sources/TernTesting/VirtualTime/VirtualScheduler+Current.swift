import Foundation
import Tern

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension VirtualScheduler {
    /// The scheduler whose body this task belongs to; `nil` outside of one.
    public static var current: VirtualScheduler? { box.scheduler }

    /// Doesn't keep its scheduler: a task that waits for ever would keep it for ever.
    struct Box: Sendable {
        private(set) weak var scheduler: VirtualScheduler?

        init(_ scheduler: VirtualScheduler?) {
            self.scheduler = scheduler
        }
    }

    @TaskLocal static var box = Box(nil)

    static func report(_ text: String) {
        FileHandle.standardError.write(Data("warning: \(text)\n".utf8))
    }
}
