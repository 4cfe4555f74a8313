import Foundation
import Testing

@testable import Tern

struct URLSessionProxyTests {
    private func proxy(_ url: String, except hosts: [String] = []) throws -> URLSessionProxy? {
        URLSessionProxy(try #require(URL(string: url)), except: hosts)
    }

    @Test func httpProxyIsForBothSchemes() throws {
        let proxy = try #require(try proxy("http://user:pass@proxy.example:3128", except: ["local"]))
        let keys = proxy.dictionary as? [String: AnyHashable]
        #expect(keys?["HTTPEnable"] == 1 && keys?["HTTPSEnable"] == 1)
        #expect(keys?["HTTPProxy"] == "proxy.example" && keys?["HTTPSProxy"] == "proxy.example")
        #expect(keys?["HTTPPort"] == 3_128 && keys?["HTTPSPort"] == 3_128)
        #expect(keys?["ExceptionsList"] == ["local", "*.local"])
        #expect(keys?.keys.contains { $0.hasPrefix("SOCKS") } == false)
        #expect(!"\(proxy.dictionary)".contains("pass"))
        #expect(proxy.credentials == ChallengeRules.Credentials(user: "user", password: "pass"))
    }

    @Test func socksProxyHasItsOwnKeysAndPort() throws {
        let keys = try proxy("socks5h://proxy.example")?.dictionary as? [String: AnyHashable]
        #expect(keys?["SOCKSEnable"] == 1 && keys?["SOCKSProxy"] == "proxy.example" && keys?["SOCKSPort"] == 1_080)
        #expect(keys?.keys.contains { $0.hasPrefix("HTTP") } == false)
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
