import Tern
import TernTesting

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, *)
extension Story {
    static let all = [atOnce, byArgument, delayed, overtaking, many]

    private static let atOnce = Story(
        title: "Customers at 0, 10 and 20",
        marbles: "a---------b---------c|",
        bank: { Provider(stubClosure: Provider.immediatelyStub, clock: $0) },
        models: [
            .next(0, .savings(of: "ada")), .next(10, .savings(of: "bob")), .next(20, .savings(of: "cyd")),
            .completed(21),
        ]
    )

    private static let byArgument = Story(
        title: "The argument selects the response: normal, wrong JSON, status 500",
        marbles: "a---------w---------x|",
        bank: {
            Provider(
                endpointClosure: { target in
                    switch target {
                    case .accounts(customer: "wrong"): Endpoint(target).responding(.text(#"[{"owner": 42}]"#))
                    case .accounts(customer: "broken"): Endpoint(target).responding(.status(500))
                    case .accounts: Endpoint(target)
                    }
                },
                stubClosure: Provider.immediatelyStub,
                clock: $0
            )
        },
        models: [
            .next(0, .savings(of: "ada")),
            .next(10, .message("This version doesn't understand the bank. Please update.")),
            .next(20, .message("The bank is closed (500).")),
            .completed(21),
        ]
    )

    private static let delayed = Story(
        title: "Every response takes 3 s",
        marbles: "a---------b---------c|",
        bank: { Provider(stubClosure: Provider.delayedStub(.seconds(3)), clock: $0) },
        models: [
            .next(3, .savings(of: "ada")), .next(13, .savings(of: "bob")), .next(23, .savings(of: "cyd")),
            .completed(23),
        ]
    )

    static let overtaking = Story(
        title: "A fast response (1 s) overtakes a slow one (10 s): the latest wins",
        marbles: "s--f-----s----------|",
        bank: {
            Provider(
                stubClosure: { target in
                    switch target {
                    case .accounts(customer: "slow"): .delayed(.seconds(10))
                    case .accounts: .delayed(.seconds(1))
                    }
                },
                clock: $0
            )
        },
        models: [.next(4, .savings(of: "fast")), .next(19, .savings(of: "slow")), .completed(20)]
    )

    private static let many = Story(
        title: "Many at once, and every response takes 3 s",
        marbles: "(abcde)---(edcba)---|",
        bank: { Provider(stubClosure: Provider.delayedStub(.seconds(3)), clock: $0) },
        models: [.next(3, .savings(of: "eve")), .next(13, .savings(of: "ada")), .completed(20)]
    )
}

extension AccountsModel {
    /// The model for the bank's sample of a customer.
    static func savings(of customer: String) -> AccountsModel {
        .accounts([Account(owner: customer, name: "Savings", cents: 12_50)])
    }
}
