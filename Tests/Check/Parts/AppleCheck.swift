/// What only Apple's frameworks do. On other systems, the names are listed as skipped.
enum AppleCheck: String, CaseIterable, Sendable {
    case trust = "evaluates the trust of a certificate by the configured authority and host"
    case pins = "compares the public key of a certificate with the pins"
    case identity = "imports a client identity without a keychain"
    case passphrase = "explains a passphrase that doesn't decrypt a client identity"
    case pemIdentity = "refuses a client identity in PEM with the command that converts it"
    case credentials = "sends the credentials of a challenge handler"
    case unansweredChallenge = "returns a challenge without a handler as the response"
    case refusedChallenge = "fails with the reason of a challenge handler that refuses"
    case cancelledChallenge = "cancels a challenge handler with its request"
    case backgroundSession = "refuses a background session"
    case pictures = "decodes PNG, GIF and BMP pictures from a server"
    case downsampling = "downsamples a picture"
    case damagedPicture = "fails with decodingFailed for a damaged picture"

    private var needsIdentity: Bool { self == .identity || self == .passphrase }

    /// Why it can't run on this system.
    var reasonToSkip: String? {
        #if canImport(Security) && canImport(ImageIO)
            needsIdentity ? CheckPart.reasonWithoutIdentity : nil
        #else
            "Only Apple's frameworks do this."
        #endif
    }
}

extension CheckPart {
    static var apple: CheckPart {
        CheckPart(
            name: "Apple's frameworks",
            cases: AppleCheck.allCases.map { check in
                CheckCase(check.rawValue, skipped: check.reasonToSkip) {
                    #if canImport(Security) && canImport(ImageIO)
                        try await check.run()
                    #endif
                }
            }
        )
    }
}

#if canImport(Security) && canImport(ImageIO)
    extension AppleCheck {
        func run() async throws {
            switch self {
            case .trust: try await Self.checkTrust()
            case .pins: try await Self.checkPins()
            case .identity: try Self.checkIdentity()
            case .passphrase: try Self.checkPassphrase()
            case .pemIdentity: try Self.checkPEMIdentity()
            case .credentials: try await Self.checkCredentials()
            case .unansweredChallenge: try await Self.checkUnansweredChallenge()
            case .refusedChallenge: try await Self.checkRefusedChallenge()
            case .cancelledChallenge: try await Self.checkCancelledChallenge()
            case .backgroundSession: try Self.checkBackgroundSession()
            case .pictures: try await Self.checkPictures()
            case .downsampling: try await Self.checkDownsampling()
            case .damagedPicture: try await Self.checkDamagedPicture()
            }
        }
    }
#endif
