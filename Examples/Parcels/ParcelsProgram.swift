import Foundation
import Tern
import TernPlugins

@main
struct ParcelsProgram {
    private static let usage = """
        Usage: parcels [--live URL]

        Lists parcels, announces one, changes its recipient, and follows a courier. The API is generated from openapi.yaml.
        Without --live, the samples of the document respond, without a network. The token for a server is in
        PARCELS_TOKEN.
        """

    static func main() async {
        let arguments = CommandLine.arguments.dropFirst()
        let server = arguments.dropFirst().first.flatMap { URL(string: $0) }
        guard arguments.isEmpty || arguments.first == "--live" && arguments.count == 2 && server != nil else {
            return fail(usage, code: 64)
        }
        do {
            try await tour(of: provider(server))
        } catch {
            fail(error.parcelText, code: 1)
        }
    }

    /// - Parameter server: The URL of a live server. `nil` for the samples.
    static func provider(_ server: URL?) -> Provider<ParcelService> {
        guard let server else { return Provider(stubClosure: Provider.immediatelyStub) }
        let token = ProcessInfo.processInfo.environment["PARCELS_TOKEN"]
        return Provider(
            endpointClosure: { Endpoint($0, baseURL: server) },
            plugins: token.map { [AuthorizationPlugin(.token($0))] } ?? []
        )
    }

    private static func tour(of parcels: Provider<ParcelService>) async throws {
        print("The service is \(try await parcels.value(.getStatus())).")
        for parcel in try await parcels.value(.listParcels(state: [.announced, .onTheWay])).parcels {
            print("Parcel: \(parcel.text)")
        }
        let recipient = ParcelService.Recipient(name: "Ida Berg", city: "Bergen", note: "Ring twice")
        let announced = try await parcels.value(.sendParcel(body: .init(weight: 1.4, recipient: recipient)))
        // The note is removed with `null`, and the name stays.
        _ = try await parcels.value(.changeParcel(id: announced.id, body: .init(note: .null)))
        let parcel = try await parcels.value(.getParcel(id: announced.id))
        print("Its way: \((parcel.way ?? []).map(\.text).joined(separator: ", "))")
        for try await position in try await parcels.values(.followCourier(number: 7)) {
            print("The courier is at \(position.latitude), \(position.longitude).")
        }
    }

    private static func fail(_ message: String, code: Int32) {
        FileHandle.standardError.write(Data("\(message)\n".utf8))
        exit(code)
    }
}
