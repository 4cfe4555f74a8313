/// Header fields in the notation of curl's option `--header`, which is also that of libcurl.
package enum CurlField {
    /// A line that sends this field. "Name;" sends a field without a value. "Name:" would remove the field.
    package static func line(name: String, value: String) -> String {
        value.isEmpty ? "\(name);" : "\(name): \(value)"
    }

    /// The value of one `Cookie` field with the cookies of all these fields (RFC 6265, section 5.4). `nil` without
    /// cookies.
    package static func cookies(_ values: [String]) -> String? {
        let cookies = values.filter { !$0.isEmpty }
        return cookies.isEmpty ? nil : cookies.joined(separator: "; ")
    }
}

extension HTTPHeaders.Field {
    package var isCookie: Bool { name.isEqualIgnoringASCIICase(to: "Cookie") }
}
