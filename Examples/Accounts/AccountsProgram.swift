import Foundation
import TernTesting

@main
struct AccountsProgram {
    private static let usage = """
        Usage: accounts [--picture]

        Runs scenarios with two view models, one of them on the main actor, and prints the selections and the models
        over time. The program runs in virtual time, so it doesn't wait. It uses no network: the bank is a stub.

          --picture   Also print a picture of the run in which a fast response overtakes a slow one.
          --help      Show this text.

        Exit codes: 0 all models are as expected, 1 a model differs, 64 unknown option.
        """

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case (nil, _): await run(showsPicture: false)
        case ("--picture", 1): await run(showsPicture: true)
        case ("--help", 1), ("-h", 1): print(usage)
        default: fail(usage, code: 64)
        }
    }

    private static func run(showsPicture: Bool) async {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
            fail("Virtual time needs macOS 15.", code: 1)
        }
        do {
            for story in Story.all { try await tell(story) }
            if showsPicture { print(try await Story.overtaking.picture(.mainActor)) }
        } catch {
            fail("\(error)", code: 1)
        }
    }

    @available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
    private static func tell(_ story: Story) async throws {
        print("== \(story.title)")
        for isolation in Isolation.allCases {
            let models = try await story.record(isolation)
            guard models == story.models else {
                fail("The \(isolation) view model shows \(models), not \(story.models)", code: 1)
            }
        }
        print("customers  \(story.marbles)")
        print("\(story.models)\n")
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
