import Foundation
import Testing

@testable import TernHTTP

struct PEMTextTests {
    private func blocks(_ text: String) -> [PEMText.Block] {
        PEMText(Data(text.utf8)).blocks
    }

    @Test func blocksAreFoundBetweenOtherLines() {
        let text =
            "# mine\r\n-----BEGIN CERTIFICATE-----\r\nAA==\r\n-----END CERTIFICATE-----\r\nBag Attributes\r\n"
            + "-----BEGIN EC PARAMETERS-----\nAA==\n-----END EC PARAMETERS-----\n"
            + "-----BEGIN EC PRIVATE KEY-----\nAA==\n-----END EC PRIVATE KEY-----"
        let found = PEMText(Data(text.utf8))
        #expect(found.blocks.map(\.label) == ["CERTIFICATE", "EC PARAMETERS", "EC PRIVATE KEY"])
        #expect(found.certificates.count == 1)
        #expect(found.privateKey?.label == "EC PRIVATE KEY")
    }

    @Test func encryptedBlocksAreDetectedByLabelOrHeader() {
        let text =
            "-----BEGIN ENCRYPTED PRIVATE KEY-----\nAA==\n-----END ENCRYPTED PRIVATE KEY-----\n"
            + "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\nAA==\n"
            + "-----END RSA PRIVATE KEY-----\n-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n"
        #expect(blocks(text).map(\.isEncrypted) == [true, true, false])
    }

    @Test(arguments: [
        "", "AA==", "-----BEGIN CERTIFICATE-----\nAA==", "-----END CERTIFICATE-----\n",
        "-----BEGIN CERTIFICATE-----\nAA==\n-----END PRIVATE KEY-----\n", "-----BEGIN -----",
        "-----BEGIN -----END -----",
    ])
    func textWithAnIncompleteBlockHasNoBlocks(text: String) {
        #expect(blocks(text).isEmpty)
    }
}
