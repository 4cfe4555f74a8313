import Foundation
import Tern

/// A bank that lists the accounts of a customer.
enum AccountsAPI: RoutedTarget, Hashable {
    case accounts(customer: String)
}

extension AccountsAPI {
    var baseURL: URL { URL(string: "https://bank.example.com")! }

    var route: HTTPRoute {
        switch self {
        case .accounts(let customer):
            .get("/customers/\(customer)/accounts")
                .sample(.json([Account(owner: customer, name: "Savings", cents: 1250)]))
        }
    }
}

extension Call<AccountsAPI, [Account]> {
    static func accounts(of customer: String) -> Self { .init(.accounts(customer: customer)) }
}
