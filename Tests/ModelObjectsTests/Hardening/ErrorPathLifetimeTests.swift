import Foundation
import Testing

@testable import ModelObjects

/// A call that fails leaks no object that it created and releases none that already existed.
@Suite(.serialized)
struct ErrorPathLifetimeTests {
    private static let json = """
        {"name": "a", "next": {"name": "b", "all": [{"name": "c"}, {"number": 13}, 1]}, "all": [{}, {"next": {}}],
         "byKey": {"k": {}, "K": {"number": 13}, "k": {"name": "d"}}, "any": [{"a": "b"}], "there": {"name": "e"},
         "NAME": 1, "point": {"x": 1}, "when": "2026-11-20T12:00:00Z", "meta": {"deep": 1, "DEEP": [2]}, "unknown": {}}
        """

    private static let bad: [UInt8] = [0, 0x22, 0x2C, 0x5B, 0x5D, 0x7B, 0x7D, 0x5C, 0x31, 0x6E, 0xFF]

    /// Every prefix of the JSON, and the JSON with each byte replaced by some others.
    private static var documents: [Data] {
        let bytes = Array(json.utf8)
        return bytes.indices.flatMap { place in
            [Data(bytes[..<place])]
                + bad.map { byte in
                    var changed = bytes
                    changed[place] = byte
                    return Data(changed)
                }
        }
    }

    private static let options: [MappingOptions?] = {
        var options = MappingOptions.strict
        options.limits = MappingLimits(depth: 4, elements: 30)
        return [nil, .strict, MappingOptions(missing: .reject, unknownKeys: .keep), options]
    }()

    @Test func failedReadsOfBytesLeakNothing() {
        let before = CountedModel.living
        bytes()
        #expect(CountedModel.living == before)
    }

    private func bytes() {
        var failures = 0
        let there = CountedModel()
        there.next = CountedModel()
        let living = CountedModel.living
        let documents = Effort.some(of: Self.documents, atLeast: 60)
        for (index, document) in documents.enumerated() {
            let options = Self.options[index % Self.options.count]
            do {
                _ = try CountedModel(json: document, options: options)
                _ = try HookedCountedModel(json: document, options: options)
            } catch {
                failures += 1
            }
            _ = CountedModel.inspect(json: document, options: options)
            _ = try? CountedModel.array(json: document, options: options)
            _ = try? CountedModel.dictionary(json: document, options: options)
            let (next, inner) = (there.next, there.there)
            do {
                try there.update(json: document, options: options)
                there.cutAll()
                there.next = next
            } catch {
                #expect(there.next === next && there.there === inner, "document \(index)")
            }
            #expect(CountedModel.living == living, "document \(index)")
        }
        #expect(failures > documents.count / 10)
    }

    @Test func failedReadsOfDictionariesLeakNothing() throws {
        let before = CountedModel.living
        let dictionary = try #require(ReferenceReader.read(Self.json).swift as? [String: Any])
        for (index, key) in dictionary.keys.sorted().enumerated() {
            for value in [NSNull(), 1, "x", [1], ["a": ["b": 1]], Date.distantPast, Set([1]), CountedModel()]
                as [Any]
            {
                var changed = dictionary
                changed[key] = value
                // Each key and value with one of the options at least.
                let start = index % Self.options.count
                for options in (Self.options[start...] + Self.options[..<start]).prefix(Effort.count(4)) {
                    _ = try? CountedModel(dictionary: changed, options: options)
                    _ = try? HookedCountedModel(dictionary: changed, options: options)
                    _ = CountedModel.inspect(dictionary: changed, options: options)
                    _ = try? CountedModel.array(json: [changed, value], options: options)
                }
            }
        }
        #expect(CountedModel.living == before)
    }

    @Test func failedReadsOfArchivesLeakNothing() throws {
        let before = CountedModel.living
        try archives()
        #expect(CountedModel.living == before)
    }

    /// Changes single bytes; with a fitting digest, models are made before the error is found.
    private func archives() throws {
        let model = try CountedModel(json: Self.json)
        model.next?.next = model  // a cycle
        defer { model.next?.next = nil }
        let data = try model.archivedData()
        let living = CountedModel.living
        var failures = 0
        for place in Effort.some(of: data.indices, atLeast: 120) {
            _ = try? CountedModel.unarchive(data: data[..<place])
            for change in [0, 0xFF, data[place] ^ 1, data[place] &+ 1] as [UInt8] {
                var bytes = [UInt8](data)
                bytes[place] = change
                let isSealed = seal(&bytes)
                let read = try? CountedModel.unarchive(data: Data(bytes))
                read?.cutAll()
                if isSealed, read == nil { failures += 1 }
            }
        }
        #expect(CountedModel.living == living)
        #expect(failures > 20)
    }

    /// Errors in fields, in `migrate` or in classes, after all objects were created.
    @Test func failedReadsOfEditedArchivesLeakNothing() throws {
        let model = try CountedModel(json: Self.json)
        model.next?.next = model
        defer { model.next?.next = nil }
        let data = try model.archivedData()
        let original = try EditableArchive(data)
        var generator = SeededNumbers(seed: 2_026_1123)
        var failures = 0
        let rounds = Effort.count(2_000, atLeast: 40)
        for round in 0..<rounds {
            var archive = original
            archive.mutate(&generator)
            let bytes = try archive.data()
            let living = CountedModel.living
            // A graph that is read may contain a cycle, so it isn't freed.
            if (try? CountedModel.unarchive(data: bytes)) == nil {
                failures += 1
                #expect(CountedModel.living == living, "round \(round)")
            }
        }
        #expect(failures > rounds / 20)
    }

    @Test func failedExportsLeakNothing() throws {
        let before = CountedModel.living
        try exports()
        #expect(CountedModel.living == before)
    }

    private func exports() throws {
        let model = try CountedModel(json: Self.json)
        model.any = [Double.nan]
        #expect(throws: ModelError.self) { try model.jsonData() }
        model.next?.next = model
        defer { model.next?.next = nil }
        #expect(throws: ModelError.self) { try model.jsonData() }
        #expect(throws: ModelError.self) { try model.jsonObject() }
        model.any = CountedModel.self
        #expect(throws: ModelError.self) { try model.archivedData() }
        let copy = model.copy()
        copy.next?.next = nil
    }
}

struct CountedPoint: Codable, Hashable {
    var x: Int
}

/// Counts its living instances.
class CountedModel: ModelObject {
    private static let count = LockedCount()
    static var living: Int { count.value }

    var name = ""
    var number = 0
    var next: CountedModel?
    var all: [CountedModel] = []
    var byKey: [String: CountedModel] = [:]
    var any: Any?
    var there: CountedPart = CountedPart()
    var point: CountedPoint?
    var when: Date?
    var deep: Int?

    required init() {
        super.init()
        Self.count.add(1)
    }

    deinit { Self.count.add(-1) }

    override class var propertyRules: [String: PropertyRule] {
        [
            "deep": .key("meta.deep"),
            "name": .converted(
                from: { value -> String? in
                    guard let name = value as? String else { throw CancellationError() }
                    return name
                }, to: { $0 }),
        ]
    }

    /// Clears the references of a graph, so that no cycle leaks.
    func cutAll() {
        var waiting: [CountedModel] = [self]
        while let each = waiting.popLast() {
            waiting += [each.next].compactMap(\.self) + each.all + each.byKey.values
            if let array = each.any as? [Any] { waiting += array.compactMap { $0 as? CountedModel } }
            if let model = each.any as? CountedModel { waiting.append(model) }
            (each.next, each.all, each.byKey, each.any) = (nil, [], [:], nil)
        }
    }

    override func validate() throws {
        if number == 13 { throw CancellationError() }
    }
}

final class HookedCountedModel: CountedModel {
    override func serializeValue(_ value: Any, key: String) { super.serializeValue(value, key: key) }
}

final class CountedPart: ModelObject {
    var name = ""
}
