import Foundation
import Tern

/// The bytes of a stored response without its body.
///
/// Each text and each list is preceded by its length. Bytes that were written by another version of this type aren't
/// read.
enum DiskRecord {
    private static let version: UInt8 = 2

    static func encoded(_ response: StoredResponse, in partition: Partition) -> Data {
        var writer = Writer()
        writer.bytes.append(version)
        writer.add(partition.bytes)
        writer.add(response.id)
        writer.add(UInt64(truncatingIfNeeded: response.status))
        writer.add(response.requestTime.timeIntervalSince1970.bitPattern)
        writer.add(response.responseTime.timeIntervalSince1970.bitPattern)
        writer.add((response.outdatedSince?.timeIntervalSince1970 ?? .nan).bitPattern)
        writer.add(response.isDecoded ? 1 : 0)
        for fields in [response.headers, response.trailers] {
            writer.add(UInt64(fields.count))
            for field in fields {
                writer.add(field.name)
                writer.add(field.value)
            }
        }
        writer.add(UInt64(response.selecting.count))
        for field in response.selecting {
            writer.add(field.name)
            writer.add(field.digest == nil ? 0 : 1)
            writer.add(field.digest ?? Data())
        }
        return writer.bytes
    }

    /// The partition of a record. `nil` for bytes that are no record.
    static func partition(of record: Data) -> Partition? {
        var reader = Reader(record)
        return reader.partition()
    }

    /// The response. `nil` for bytes that are no record.
    ///
    /// - Parameter key: The key of the digests of selecting fields.
    static func response(_ record: Data, body: StoredBody, key: Data) -> StoredResponse? {
        var reader = Reader(record)
        guard reader.partition() != nil,
            let id = reader.number(), let status = reader.number().flatMap(Int.init(exactly:)),
            let requestTime = reader.date(), let responseTime = reader.date(), let outdated = reader.date(),
            let isDecoded = reader.number(),
            let headers = reader.fields(), let trailers = reader.fields(), let selecting = reader.selecting(key: key)
        else { return nil }
        return StoredResponse(
            id: id,
            status: status,
            headers: headers,
            trailers: trailers,
            body: body,
            isDecoded: isDecoded == 1,
            selecting: selecting,
            requestTime: requestTime,
            responseTime: responseTime,
            outdatedSince: outdated.timeIntervalSince1970.isNaN ? nil : outdated
        )
    }

    // MARK: - Private

    private struct Writer {
        var bytes = Data()

        mutating func add(_ number: UInt64) {
            withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
        }

        mutating func add(_ data: Data) {
            add(UInt64(data.count))
            bytes.append(data)
        }

        mutating func add(_ text: String) {
            add(UInt64(text.utf8.count))
            bytes.append(contentsOf: text.utf8)
        }
    }

    private struct Reader {
        private var rest: Data

        init(_ record: Data) {
            rest = record
        }

        mutating func number() -> UInt64? {
            guard rest.count >= 8 else { return nil }
            defer { rest = rest.dropFirst(8) }
            return rest.withUnsafeBytes { UInt64(littleEndian: $0.loadUnaligned(as: UInt64.self)) }
        }

        mutating func data() -> Data? { part().map { Data($0) } }

        private mutating func part() -> Data? {
            guard let count = number().flatMap(Int.init(exactly:)), count <= rest.count else { return nil }
            defer { rest = rest.dropFirst(count) }
            return rest.prefix(count)
        }

        mutating func text() -> String? { part().map { String(decoding: $0, as: UTF8.self) } }

        mutating func date() -> Date? {
            number().map { Date(timeIntervalSince1970: Double(bitPattern: $0)) }
        }

        mutating func partition() -> Partition? {
            guard rest.first == version else { return nil }
            rest = rest.dropFirst()
            return data().map(Partition.init(bytes:))
        }

        mutating func fields() -> HTTPHeaders? {
            list { reader in
                guard let name = reader.text(), let value = reader.text() else { return nil }
                return HTTPHeaders.Field(name: name, value: value)
            }.map { HTTPHeaders($0) }
        }

        mutating func selecting(key: Data) -> [SelectingField]? {
            list { reader in
                guard let name = reader.text(), let isPresent = reader.number(), let digest = reader.data() else {
                    return nil
                }
                return SelectingField(name: name, digest: isPresent == 1 ? digest : nil, key: key)
            }
        }

        private mutating func list<Element>(_ element: (inout Reader) -> Element?) -> [Element]? {
            guard let count = number() else { return nil }
            var elements: [Element] = []
            // A wrong count ends where the bytes do.
            while elements.count < count {
                guard let next = element(&self) else { return nil }
                elements.append(next)
            }
            return elements
        }
    }
}
