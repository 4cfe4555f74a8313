#if os(Linux)
    import TernHTTP
    import CTern
    import Foundation

    /// The cookies of a response.
    extension CurlTransfer {
        /// The number of cookies that are kept for a domain, and for all domains (RFC 6265, section 6.1).
        private static let maximumCookies = (ofDomain: 50, ofAll: 3_000)

        /// Called when libcurl has stored the cookies of a head.
        func updateCookies() {
            guard context.settings.configuration.cookies == .inMemory else { return }
            let fields = head.headers.values(for: "Set-Cookie")
            removeExpired(fields.compactMap(SetCookie.init))
            // libcurl stores at most 50 cookies of a transfer, also those of informational responses.
            context.newCookies += head.isAfterInformational ? Self.maximumCookies.ofDomain : fields.count
            guard context.newCookies >= Self.maximumCookies.ofDomain else { return }
            context.newCookies = 0
            removeSurplus()
        }

        /// Removes the cookies that expire by a date that libcurl doesn't understand: a date before 1970, or with a
        /// two-digit year (RFC 6265, section 5.1.1). libcurl has stored them as cookies of the session.
        private func removeExpired(_ cookies: [SetCookie]) {
            let now = Date()
            let lines: [String] = cookies.compactMap { cookie in
                guard let expires = cookie.expires, expires <= now else { return nil }
                let values = [
                    cookie.domain ?? request.url.host?.lowercased() ?? "", cookie.domain == nil ? "FALSE" : "TRUE",
                    cookie.path ?? SetCookie.defaultPath(of: request.url), "TRUE", "1", cookie.name, "-",
                ]
                // A line of Netscape's format, with a time in 1970.
                let isValid = values.allSatisfy { HTTPField.isValid(value: $0) && !$0.contains("\t") }
                return isValid ? values.joined(separator: "\t") : nil
            }
            setCookies(lines)
        }

        /// Removes the oldest cookies of each domain and of all domains, down to the limits.
        private func removeSurplus() {
            var list: UnsafeMutablePointer<tern_curl_slist>?
            guard tern_curl_get_list(slot.easy, CurlInfo.cookieList, &list) == 0 else { return }
            defer { tern_curl_slist_free_all(list) }
            var lines: [String] = []
            var next = list
            while let item = next {
                lines.append(String(cString: item.pointee.data))
                next = item.pointee.next
            }
            var counts: [Substring: Int] = [:]
            let kept = lines.reversed().filter { line in
                let domain = line.prefix { $0 != "\t" }.lowercased().drop { $0 == "." }
                counts[domain, default: 0] += 1
                return counts[domain, default: 0] <= Self.maximumCookies.ofDomain
            }
            .prefix(Self.maximumCookies.ofAll)
            guard kept.count < lines.count else { return }
            setCookies(["ALL"] + kept.reversed())
        }

        /// Changes the cookies by another handle, since libcurl accepts at most 50 changes for a transfer.
        ///
        /// - Parameter commands: Lines of Netscape's format, or `ALL` to remove all cookies.
        private func setCookies(_ commands: [String]) {
            var rest = commands[...]
            while !rest.isEmpty, let share = context.share, let easy = tern_curl_easy_init() {
                tern_curl_set_pointer(easy, CurlOption.share, share)
                for command in rest.prefix(Self.maximumCookies.ofDomain) {
                    _ = tern_curl_set_string(easy, CurlOption.cookieList, command)
                }
                rest = rest.dropFirst(Self.maximumCookies.ofDomain)
                tern_curl_easy_cleanup(easy)
            }
        }
    }
#endif
