import Foundation
import Testing

@testable import TernHTTP
@testable import TernURLSession

struct URLSessionProxyTests {
    private func proxy(_ url: String, except hosts: [String] = []) throws -> URLSessionProxy? {
        URLSessionProxy(try #require(URL(string: url)), except: hosts)
    }

    private func value(_ key: String, of proxy: URLSessionProxy) -> String? {
        proxy.dictionary[key].map { "\($0)" }
    }

    @Test func httpProxyIsForBothSchemes() throws {
        let proxy = try #require(try proxy("http://user:pass@proxy.example:3128", except: ["local"]))
        for kind in ["HTTP", "HTTPS"] {
            #expect(value("\(kind)Enable", of: proxy) == "1")
            #expect(value("\(kind)Proxy", of: proxy) == "proxy.example")
            #expect(value("\(kind)Port", of: proxy) == "3128")
        }
        #expect(proxy.dictionary["ExceptionsList"] as? [String] == ["local", "*.local"])
        #expect(proxy.dictionary.count == 7)
        #expect(!"\(proxy.dictionary)".contains("pass"))
        #expect(proxy.credentials == ChallengeRules.Credentials(user: "user", password: "pass"))
    }

    @Test func socksProxyHasItsOwnKeysAndPort() throws {
        let proxy = try #require(try proxy("socks5h://proxy.example"))
        #expect(value("SOCKSEnable", of: proxy) == "1")
        #expect(value("SOCKSProxy", of: proxy) == "proxy.example")
        #expect(value("SOCKSPort", of: proxy) == "1080")
        #expect(proxy.dictionary.count == 4)
    }

    @Test(arguments: [
        ("http://proxy", false), ("http://user:pass@proxy", false), ("https://proxy", true),
        ("https://user:pass@proxy", true), ("socks5h://proxy", false), ("socks5h://user:pass@proxy", true),
    ])
    func onlySomeProxiesNeedANewerSystem(url: String, isNeeded: Bool) throws {
        #expect(try proxy(url)?.needsProxyConfiguration == isNeeded)
    }

    @Test(arguments: ["socks5://proxy", "ftp://proxy", "http://proxy:70000"])
    func otherProxiesAreRefused(url: String) throws {
        #expect(try proxy(url) == nil)
    }
}
