import Foundation
import ModelObjects
import Testing

#if canImport(Glibc)
import Glibc

extension sigval: @retroactive Encodable {
    /// Encodes only the low half.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(sival_int)
    }
}
#endif

/// Reflection doesn't show the parts of C structs with unions.
struct HiddenPartsTests {
    class Host: ModelObject {
        var name = ""
        var address = in6_addr()
        override class var propertyRules: [String: PropertyRule] {
            [
                "address": .converted(
                    from: { ($0 as? Int).map(address) },
                    to: { (address: in6_addr) in Int(unsafe withUnsafeBytes(of: address) { unsafe $0[15] }) })
            ]
        }

        @Sendable private static func address(_ last: Int) -> in6_addr {
            var address = in6_addr()
            unsafe withUnsafeMutableBytes(of: &address) { unsafe $0[15] = UInt8(last) }
            return address
        }
    }

    final class ObservedHost: Host {
        var changes: [Set<String>] = []
        override func didChange(_ properties: Set<String>) { changes.append(properties) }
    }

    @Test func theyAreComparedByTheirBits() throws {
        let one = try Host(json: #"{"address": 1}"#)
        let same = try Host(json: #"{"address": 1}"#)
        let other = try Host(json: #"{"address": 2}"#)
        #expect(one == same && one != other)
        #expect(one.changes(since: same).isEmpty)
        #expect(one.changes(since: other).map(\.path) == ["$.address"])
        #expect(Set([one, same, other]).count == 2)
        #expect(try one.mergePatch(since: other)["address"] as? Int == 1)
    }

    @Test func observersAreCalled() throws {
        let host = ObservedHost()
        for json in [#"{"address": 1}"#, #"{"address": 1}"#, #"{"address": 2, "name": "a"}"#] {
            try host.update(json: json)
        }
        #expect(host.changes == [["address"], ["address", "name"]])
    }

    #if canImport(Glibc)
    final class Event: ModelObject {
        var data = sigval()
        override class var propertyRules: [String: PropertyRule] {
            [
                "data": .converted(
                    from: { value in
                        let pointer = unsafe UnsafeMutableRawPointer(bitPattern: value as? Int ?? 0)
                        return unsafe sigval(sival_ptr: pointer)
                    },
                    to: { (data: sigval) in Int(data.sival_int) })
            ]
        }
    }

    @Test func encodableOnesAreComparedByTheirEncodedForms() throws {
        func event(_ data: Int) throws -> Event { try Event(dictionary: ["data": data]) }
        #expect(try event(5) == event(5) && event(5) == event(1 << 32 | 5))
        #expect(try event(5) != event(6))
    }
    #endif
}
