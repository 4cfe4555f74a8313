import Foundation
import TernTesting

@main
struct AccountsProgram {
    private static let usage = """
        Usage: accounts [--svg PATH]

        Runs scenarios with two view models, one of them on the main actor, and prints the selections and the models
        over time. The program runs in virtual time, so it doesn't wait. It uses no network: the bank is a stub.

          --svg PATH   Write a picture of the run in which a fast response overtakes a slow one, as an SVG image.
          --help       Show this text.

        Exit codes: 0 all models are as expected, 1 a model differs, 64 unknown option.
        """

    static func main() async {
        let arguments = Array(CommandLine.arguments.dropFirst())
        switch (arguments.first, arguments.count) {
        case (nil, _): await run(svgPath: nil)
        case ("--svg", 2): await run(svgPath: arguments[1])
        case ("--help", 1), ("-h", 1): print(usage)
        default: fail(usage, code: 64)
        }
    }

    private static func run(svgPath: String?) async {
        guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, *) else {
            fail("Virtual time needs macOS 15.", code: 1)
        }
        do {
            for story in Story.all { try await tell(story) }
            if let svgPath {
                try await Story.overtaking.picture(.mainActor).write(to: URL(fileURLWithPath: svgPath))
                print("The picture is in \(svgPath).")
            }
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
                let differences = models.differences(from: story.models)
                fail("The \(isolation) view model shows something else:\n\(differences)", code: 1)
            }
        }
        print("customers  \(story.marbles)")
        print("models     \(try story.models.marbles())")
        print("\(story.models)\n")
    }

    private static func fail(_ message: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
