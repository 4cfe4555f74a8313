import Testing

@testable import TernVirtualTime

/// The descriptions of tasks and choices in reports.
struct TaskNumbersTests {
    private static func choice(_ overtaken: [Int], index: Int, kind: Choice.Candidate.Kind) -> Choice {
        Choice(
            place: .init(kind: .order, number: 3),
            count: 9,
            index: index,
            time: .seconds(2),
            candidate: .init(kind: kind, task: 2),
            overtaken: overtaken.map { .init(kind: .job, task: $0) }
        )
    }

    @Test func tasksAreNumberedInTheOrderInWhichTheyAppear() {
        var tasks = TaskNumbers()
        #expect([77, 12, 77, 0, 90].map { tasks.number(of: $0) } == [1, 2, 1, 0, 3])
    }

    @Test func taskIsDescribedByItsNameOrNumber() {
        var tasks = TaskNumbers()
        tasks.setName("save", of: 1)
        tasks.setDescription("the body", of: 1)
        tasks.setDescription("the body", of: 2)
        #expect([0, 1, 2, 3].map(tasks.description) == ["a job of an actor", "the task “save”", "the body", "task 3"])
    }

    @Test func reorderingNamesTheJobsThatWereOvertaken() {
        let tasks = TaskNumbers()
        let texts = [
            Self.choice([1], index: 1, kind: .job),
            Self.choice([1, 0, 3], index: 3, kind: .timer),
            Self.choice([1, 3, 4, 5, 6], index: 8, kind: .mainJob),
        ].map(tasks.description)
        #expect(
            texts == [
                "at 2.0 seconds, task 2 ran before task 1",
                "at 2.0 seconds, the timer of task 2 ran before task 1, a job of an actor and task 3",
                "at 2.0 seconds, task 2 on the main actor ran before task 1, task 3, task 4, task 5, task 6 and 3 more",
            ]
        )
    }

    @Test func choicesAreReadFromTheirCodes() {
        let script = Choice.script("r3.1 d0.12")
        #expect(script == [.init(kind: .order, number: 3): 1, .init(kind: .delay, number: 0): 12])
        #expect(Choice.script("") == [:])
    }
}
