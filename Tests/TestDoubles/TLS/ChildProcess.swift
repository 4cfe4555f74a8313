#if canImport(Glibc)
    import Foundation
    import Glibc

    /// Another running program.
    ///
    /// Foundation's `Process` of Swift 6.3.1 isn't safe while other threads open many sockets.
    package final class ChildProcess: Sendable {
        package struct Failure: Error {
            package var call: String
            package var number: Int32
        }

        private let id: pid_t

        /// - Parameters:
        ///   - arguments: The arguments without the program's name.
        ///   - folder: The working directory of the program.
        ///   - output: A descriptor for standard output and standard error. The program has no input.
        package init(_ program: URL, _ arguments: [String], in folder: URL, output: Int32) throws {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            defer { posix_spawn_file_actions_destroy(&actions) }
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
            posix_spawn_file_actions_adddup2(&actions, output, 1)
            posix_spawn_file_actions_adddup2(&actions, output, 2)
            Self.closeAllButStandard(&actions)
            // addchdir_np(3), which would change the folder, isn't in the C library's Swift module.
            let shell = ["sh", "-c", "cd \"$0\" && exec \"$@\"", folder.path, program.path]
            var words = (shell + arguments).map { strdup($0) } + [nil]
            defer { for word in words { free(word) } }
            var id: pid_t = 0
            let number = posix_spawn(&id, "/bin/sh", &actions, nil, &words, environ)
            guard number == 0 else { throw Failure(call: "posix_spawn", number: number) }
            self.id = id
        }

        /// Waits for its end on a separate thread.
        ///
        /// - Returns: The exit code; `nil` after a signal.
        package func end() async -> Int32? {
            await withCheckedContinuation { continuation in
                Thread.detachNewThread { [id] in continuation.resume(returning: Self.wait(for: id)) }
            }
        }

        /// Ends the process, and waits for its end, which takes almost no time.
        package func kill() {
            Glibc.kill(id, SIGKILL)
            _ = Self.wait(for: id)
        }

        /// Prevents the process from inheriting sockets of FoundationNetworking, which would stay open until it ends.
        private static func closeAllButStandard(_ actions: inout posix_spawn_file_actions_t) {
            // The function is in the C library since 2.34, but not in its Swift module.
            typealias Function = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32
            guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else { return }
            _ = unsafeBitCast(symbol, to: Function.self)(&actions, 3)
        }

        private static func wait(for id: pid_t) -> Int32? {
            var status: Int32 = 0
            while waitpid(id, &status, 0) < 0, errno == EINTR {}
            return status & 0x7F == 0 ? status >> 8 & 0xFF : nil
        }
    }
#endif
