import Foundation

/// Certificates made with OpenSSL, for platforms on which tests can't run it.
package enum AppleTLSFixtures {
    /// A time at which both certificates are valid: 2027-01-15.
    package static let date = Date(timeIntervalSince1970: 1_799_971_200)

    /// The SHA-256 digest of the leaf's public key, by OpenSSL.
    package static let pin = "syak1SKso5vuxvXgsOkV1UR112xnFW673YucdG05iwI="

    /// The leaf and its key in PKCS #12, in the older encryption that all versions of Security read. Its passphrase is
    /// `hunter2`.
    package static var identity: Data {
        Data(base64Encoded: encodedIdentity, options: .ignoreUnknownCharacters) ?? Data()
    }

    /// A certificate authority.
    package static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBgjCCASegAwIBAgIUJW+VLUZ/wh5ER+J2VyoIzxFXfBowCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKVGVybiBUZXN0czAgFw0yNjExMjMyMzU3MDhaGA8yMTI2MTAz
        MDIzNTcwOFowFTETMBEGA1UEAwwKVGVybiBUZXN0czBZMBMGByqGSM49AgEGCCqG
        SM49AwEHA0IABLKBQcQhEDqAmi39h7+d6zpG/3C3YEHnHkyAwbemFCdG6pVPmC7A
        Gnb3HO4mDddrJBTDa8Re99oH00zSVhJ1qy2jUzBRMB0GA1UdDgQWBBRBxUpEVWVw
        ov+dGL5IFGu9DDFRczAfBgNVHSMEGDAWgBRBxUpEVWVwov+dGL5IFGu9DDFRczAP
        BgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQCucf3T9EnkTtYLhxHZ
        WTJUSr1bzPuTYS46c1xt3mKUxQIhAMwRcKbs675gaQxd3BDlec0h5nJS3jr+bxPR
        cbo7GO94
        -----END CERTIFICATE-----
        """

    /// A certificate of the authority for `api.example`.
    package static let leaf = """
        -----BEGIN CERTIFICATE-----
        MIIBpjCCAUygAwIBAgIUXXprBlstWkLc9Ia/3Bxxvhy9C+QwCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKVGVybiBUZXN0czAeFw0yNjExMjMyMzU3MDlaFw0yOTAxMzEy
        MzU3MDlaMBYxFDASBgNVBAMMC2FwaS5leGFtcGxlMFkwEwYHKoZIzj0CAQYIKoZI
        zj0DAQcDQgAEbVPRLXyzSCUg8u0QLipVcUapmFx9RibdWRs+F5/R5nBveqKvBPlE
        l7tDnAdBYWiXwO2SlPfxfDJaOHMxffbORKN5MHcwFgYDVR0RBA8wDYILYXBpLmV4
        YW1wbGUwHQYDVR0lBBYwFAYIKwYBBQUHAwEGCCsGAQUFBwMCMB0GA1UdDgQWBBTW
        s9GkmvM1efXqZrsXn9EMPj9zTDAfBgNVHSMEGDAWgBRBxUpEVWVwov+dGL5IFGu9
        DDFRczAKBggqhkjOPQQDAgNIADBFAiEA7ATO+Nssoo9PzfuW9yshl72YTFMDPm/O
        8t+BnG92vQgCIC1cJ/bXrD97d7BBs39rS3BwMl2iw+csThP+E7w0LhxP
        -----END CERTIFICATE-----
        """

    private static let encodedIdentity = """
        MIIDqgIBAzCCA3AGCSqGSIb3DQEHAaCCA2EEggNdMIIDWTCCAk8GCSqGSIb3DQEHBqCCAkAwggI8AgEAMIICNQYJKoZIhvcNAQcB
        MBwGCiqGSIb3DQEMAQYwDgQI5l9T66Ft5DMCAggAgIICCHdyJrJMIYCQXumjJVLUcNaAPAptMQCnveZYmAS7tVnw00uGH7nx6v3s
        b6NDc3SyKMNxh25OcRRFOr0OgIqbWNHkZYSqECE/mJTecl5Ue7I4/YMbC7Rg9+/HvFNB8alcZU1m6lSFY+hCc08sYgE9oTdKoGa+
        ApS87bA4H5Qfi0OFYdULTdtfdgfRPrf7yKGymeVxWo8CJRFb4I9kuoDPNhqVlxXdzkyhupNozQsxaH1a/+qARaKHiVrkn7rXDoqb
        dj6srbM64wpoKLQaHWiXTegoEMUesD7lT+uZACQEm7BUQQr8ISVv2QrZpBl6TwywjPdhpiMnoBwR9fBszBSe2lGs5aGv/KilFaug
        bgTmai9xgrYupK7RFDs1DaAHZgBp8q7Ttm+vD0rIixrXgnlOVVNtZjg9jm6/mlPGG7iUGRlBFqcjF1Kf+a3vrTnUcuc1jvj63d0V
        gTMqpBWEAI1y3OeQsdevQdf8wGkePRE1hHnRXd/6G1j1KndSvS1TlaA86NXNkxGE/yK84j24Bl+nHLf0ohovgRVoKw6BunIc0P+s
        wgja6pvS8MVbebqiV/fxuNTeM6PFyhODkdwShEUJjphvq/siqRlCHQvK25rsoyK/T7qPLRFcfgxNwFZuAJpKhr2RtzDojrKEH7Ww
        GskK4fw0fgkldIHr1IovFQNu2BiQxZNzf8elGFYwggECBgkqhkiG9w0BBwGggfQEgfEwge4wgesGCyqGSIb3DQEMCgECoIG0MIGx
        MBwGCiqGSIb3DQEMAQMwDgQIUgp3V81fEbMCAggABIGQy7+VnQER2rnYDoPdgy6M+i9DxiVZuxHTk/ekQ16w/08JhCSSdZP4y8TQ
        VZoTbMa7DgNW27JrDqtxdAdh1lHXrw5T0cBDsa3f/3RLW1efVNHYgFcHAhmCPVyR+EAehH83AHXRKj9x6kvZDNrpx9WohoHay0SQ
        oYZ7hTcvwFYwAg6V625s8cNDDDNQs1tirUakMSUwIwYJKoZIhvcNAQkVMRYEFMCccur4Dq7L9Duc3vnTYponXcoBMDEwITAJBgUr
        DgMCGgUABBTx/oUVLFDI7YyP2wN4TVH/VN+EagQIVArWhhxpOX0CAggA
        """
}
