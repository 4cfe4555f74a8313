import Foundation
import Tern
import TernMoya

// Snippets of the guide of this module.

private func call(_ gitHub: MoyaProvider<GitHub>) {
    gitHub.request(.zen) { result in
        if case .success(let response) = result { print(response.statusCode) }
    }
}

private func makeSession() throws -> Session {
    var configuration = TransportConfiguration()
    configuration.cookies = .inMemory
    configuration.tls.minimumVersion = .v13
    let session = Session(
        transport: try .platform(configuration),
        redirects: .follow(limit: 5),
        crossOriginHeaders: ["Authorization"]
    )
    return session
}

func show(_ moya: Moya.Response, _ tern: Tern.Response, _ request: Alamofire.Request) {}
