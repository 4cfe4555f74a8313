import Tern

// What a person adds to the generated API stays: tern-openapi writes only its own files.

extension ParcelService.Parcel {
    /// One line: `1.4 kg to Ida Berg in Bergen, on its way`.
    var text: String {
        let state =
            switch state {
            case .known(.announced): "announced"
            case .known(.onTheWay): "on its way"
            case .known(.delivered): "delivered"
            // A newer server has more states.
            case .unknown(let state): state
            }
        return "\(weight) kg to \(recipient.name) in \(recipient.city), \(state)"
    }
}

extension ParcelService.Step {
    var text: String {
        switch self {
        case .scan(let scan): "scanned in \(scan.depot)"
        case .handover(let handover): "with courier \(handover.courier)"
        case .other: "somewhere"
        }
    }
}

extension Error {
    /// The server's reason, or else the error's own sentence.
    var parcelText: String {
        let problem = (self as? TernError)?.body(as: ParcelService.Problem.self)
        return problem?.title ?? localizedDescription
    }
}
