import Foundation
import Tern

/// A bank that lists the accounts of a customer.
enum AccountsAPI: TargetType, Hashable {
    case accounts(customer: String)
}

extension AccountsAPI {
    var baseURL: URL { URL(string: "https://bank.example.com")! }

    var path: String {
        switch self {
        case .accounts(let customer): "/customers/\(URL.pathSegment(customer))/accounts"
        }
    }

    var sampleData: Data {
        switch self {
        case .accounts(let customer): Data(#"[{"owner": "\#(customer)", "name": "Savings", "cents": 1250}]"#.utf8)
        }
    }
}

extension Call<AccountsAPI, [Account]> {
    static func accounts(of customer: String) -> Self { .init(.accounts(customer: customer)) }
}
