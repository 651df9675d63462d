import Foundation
import Testing

@testable import ModelObjects

/// Archives that PropertyListSerialization has read and rewritten.
struct ArchiveThroughFoundationTests {
    final class Mixed: ModelObject {
        var name = "é — ünïcode $ 😀"
        var dollar = "$12"
        var flags = [true, false, true, true]
        var yes = true
        var no = false
        var int = 1
        var double = 1.0
        var float = Float(1)
        var minusZero = -0.0
        var numbers: [Any] = [1, 1.0, true, Float(1), Int8(1), UInt64.max, Int64.min]
        var empties: [[Int]] = [[], [], []]
        var emptyMaps: [[String: Int]] = [[:], [:]]
        var date: Date? = Date(timeIntervalSinceReferenceDate: 721_692_800.125)
        var early = Date.distantPast
        var data = Data([1, 2, 3])
        var url = URL(string: "https://example.com/a?b=c")
        var uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
        var decimal = Decimal(string: "1234567890.123456789")
        var nothing: String?
        var any: Any? = ["k": [NSNull(), "x", ["y": true]] as [Any]]
        var set: Set<String> = ["a", "b"]
        var next: Mixed?
        var all: [Mixed] = []
    }

    private func rewritten(_ data: Data) throws -> Data {
        let list = try PropertyListSerialization.propertyList(from: data, format: nil)
        return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
    }

    @Test func archivesRewrittenByFoundationCanBeOpened() throws {
        let one = Mixed()
        let other = Mixed()
        (one.next, other.next, one.all) = (other, one, [one, other, one])
        let data = try one.archivedData()
        let again = try Mixed.unarchive(data: rewritten(data))
        #expect(again == one)
        #expect(again.next?.next === again && again.all[2] === again)
        #expect(try again.archivedData() == data)
        #expect(try Mixed.unarchive(data: rewritten(rewritten(data))) == one)
        for model in [one, again] { (model.next, model.all) = (nil, []) }
    }

    @Test func arrayArchivesRewrittenByFoundationCanBeOpened() throws {
        let models = (0..<Effort.count(300, atLeast: 100)).map { index in
            let model = Mixed()
            (model.int, model.yes, model.name) = (index, index % 3 == 0, "name \(index % 7)")
            return model
        }
        #expect(try Mixed.unarchiveArray(data: rewritten(Mixed.archivedData(models))) == models)
        #expect(try Mixed.unarchiveArray(data: rewritten(Mixed.archivedData([]))).isEmpty)
    }

    @Test func nanAndInfinityRoundTripThroughFoundation() throws {
        let one = Mixed()
        (one.double, one.float) = (.nan, .infinity)
        #expect(try Mixed.unarchive(data: rewritten(one.archivedData())) == one)
    }

    @Test(arguments: [UInt64(5), 6])
    func mutationsOfARewrittenArchiveNeverCrash(_ seed: UInt64) throws {
        let one = Mixed()
        one.next = Mixed()
        let original = [UInt8](try rewritten(one.archivedData()))
        var generator = SeededNumbers(seed: seed)
        for _ in 0..<Effort.count(2_000, atLeast: 200) {
            var bytes = original
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let offset = Int.random(in: bytes.indices, using: &generator)
                bytes[offset] = UInt8.random(in: 0...255, using: &generator)
            }
            if let model = try? Mixed.unarchive(data: Data(bytes)) { #expect(model == one) }
        }
    }
}
