import Foundation
import Tern
import TernOpenAPITesting
import TernTesting
import Testing

@testable import parcels

@Suite(.timeLimit(.minutes(20)))
struct ParcelsTests {
    private let id = UUID()
    private let recipient = ParcelService.Recipient(name: "Ida Berg", city: "Bergen")

    @Test func noteIsRemovedWithNullAndTheNameStays() async throws {
        let journal = Journal()
        let parcels = Provider<ParcelService>.stub(journal: journal) { _ in .json(text: Self.parcel) }

        let parcel = try await parcels.value(.changeParcel(id: id, body: .init(note: .null)))

        let request = try #require(journal.requests.first)
        #expect(request.method == .patch && request.path == "/v1/parcels/\(id)")
        #expect(request.headers["Content-Type"] == "application/merge-patch+json")
        #expect(request.body == Data(#"{"note":null}"#.utf8))
        #expect(parcel.text == "2.0 kg to Ida Berg in Bergen, lost")
        #expect(parcel.way?.map(\.text) == ["scanned in Oslo", "with courier 7", "somewhere"])
    }

    @Test func reasonOfTheServerIsShown() async throws {
        let parcels = Provider<ParcelService>.stub(journal: nil) { _ in
            .json(text: #"{"title": "The parcel is on its way."}"#, status: 409)
        }

        let error = try await #require(throws: TernError.self) { try await parcels.value(.cancelParcel(id: id)) }

        #expect(error.parcelText == "The parcel is on its way.")
    }

    @Test func callsFitToTheDocument() async throws {
        let document = try OpenAPIDocument(contentsOf: Self.root.appendingPathComponent("openapi.yaml"))
        #expect(document.problems.isEmpty)
        let report = await Provider<ParcelService>().check(
            against: document,
            .call(.listParcels()),
            .call(.sendParcel(body: .init(weight: 1, recipient: recipient))),
            .call(.getParcel(id: id)),
            .call(.changeParcel(id: id, body: .init(name: "Otto"))),
            .call(.cancelParcel(id: id)),
            .call(.addPhoto(id: id, photo: .data(Data([0xFF, 0xD8]), name: "photo", contentType: "image/jpeg"))),
            .call(.followCourier(number: 7)),
            .call(.getStatus())
        )
        try report.get(coveringAll: true)
    }

    @Test func documentRespondsForAnAPIWithoutSamples() async throws {
        let document = try OpenAPIDocument(contentsOf: Self.root.appendingPathComponent("openapi.yaml"))
        let parcels = Provider<ParcelService>.stub(.otherwise { try document.sample(for: $0) })

        let parcel = try await parcels.value(.getParcel(id: id))

        #expect(parcel.recipient.name == "Ida Berg" && parcel.way?.count == 2)
    }

    /// A parcel of a newer server, with a state and a step that the document doesn't have.
    private static let parcel = #"""
        {"id": "6B2F5D0E-3D68-4D3B-9F53-2F0F7A2A9C11", "state": "lost", "weight": 2,
         "recipient": {"name": "Ida Berg", "city": "Bergen"},
         "way": [{"kind": "scan", "at": "2026-03-01T08:15:00Z", "depot": "Oslo"},
                 {"kind": "handover", "at": "2026-03-01T09:00:00Z", "courier": 7}, {"kind": "sea"}]}
        """#

    /// The folder of the example.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Examples/Parcels")
}
