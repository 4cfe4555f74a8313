#if os(Linux)
    import CTernCurl
    import Foundation

    /// The cookies of a response.
    extension CurlTransfer {
        /// Removes the cookies that the response expires by a date that libcurl doesn't understand: a date before 1970,
        /// or with a two-digit year (RFC 6265, section 5.1.1). libcurl has stored them as cookies of the session.
        func removeExpiredCookies() {
            guard context.settings.configuration.cookies == .inMemory else { return }
            let now = Date()
            for field in head.headers.values(for: "Set-Cookie") {
                guard let cookie = SetCookie(field), let expires = cookie.expires, expires <= now else { continue }
                let values = [
                    cookie.domain ?? request.url.host?.lowercased() ?? "", cookie.domain == nil ? "FALSE" : "TRUE",
                    cookie.path ?? SetCookie.defaultPath(of: request.url), "FALSE", "1", cookie.name, "-",
                ]
                // A line of Netscape's format, with a time in 1970.
                guard values.allSatisfy({ HTTPField.isValid(value: $0) && !$0.contains("\t") }) else { continue }
                _ = tern_curl_set_string(slot.easy, CurlOption.cookieList, values.joined(separator: "\t"))
            }
        }
    }
#endif
