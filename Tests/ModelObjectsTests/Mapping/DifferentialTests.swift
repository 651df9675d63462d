import Foundation
import ModelObjects
import Testing

/// Maps random payloads through every entry point: all must give the same object.
struct DifferentialTests {
    private static let seeds = (0..<20).map { UInt64(0x5EED_0000 + $0) }
    private static let payloads = Effort.count(300, atLeast: 20)

    @Test(arguments: Effort.some(of: seeds, atLeast: 5))
    func allEntryPointsGiveTheSameObject(seed: UInt64) throws {
        var rest = Effort.count(50)
        try verify(seed, "ways", count: Effort.count(1_000, byDefault: 12)) { payload, _ in
            rest -= 1
            // A dictionary holds each key once; a hook is called for each of an object's own keys.
            guard
                try Way.report.map(payload) == Way.data.map(payload),
                try Way.hook.map(payload.withUniqueInnerKeys) == Way.data.map(payload.withUniqueInnerKeys)
            else { return false }
            let payload = payload.withUniqueKeys
            let expected = try Specimen(json: payload.json).state
            // The first payloads use every entry point; the rest use the three that differ most.
            let ways: [Way] = rest >= 0 ? Way.allCases : [.dictionary, .hook]
            return try ways.allSatisfy { try $0.map(payload) == expected }
        }
    }

    private enum Way: String, CaseIterable {
        case data, dictionary, hook, hookOnDictionary, report, reportOnDictionary, reportOfHook, model, array

        func map(_ payload: Payload) throws -> [String]? {
            let dictionary = payload.swift as? [String: Any] ?? [:]
            return switch self {
            case .data: try Specimen(json: Data(payload.json.utf8)).state
            case .dictionary: try Specimen(dictionary: dictionary).state
            case .hook: try HookedSpecimen(json: payload.json).state
            case .hookOnDictionary: try HookedSpecimen(dictionary: dictionary).state
            case .report: Specimen.inspect(json: payload.json).object?.state
            case .reportOnDictionary: Specimen.inspect(dictionary: dictionary).object?.state
            case .reportOfHook: HookedSpecimen.inspect(json: payload.json).object?.state
            case .model: try Specimen.model(json: payload.json).state
            case .array: try Specimen.array(json: [dictionary]).first?.state
            }
        }
    }

    @Test(arguments: seeds.prefix(3)) func theOrderOfKeysDoesNotMatter(seed: UInt64) throws {
        try verify(seed, "shuffled") { payload, generator in
            let payload = payload.withUniqueInnerKeys
            let shuffled = generator.shuffled(payload)
            let expected = try Specimen(json: payload.json).state
            return try Specimen(json: shuffled.json).state == expected
                && HookedSpecimen(json: shuffled.json).state == expected
        }
    }

    @Test(arguments: seeds.prefix(3)) func repeatingAnUpdateChangesNothing(seed: UInt64) throws {
        try verify(seed, "twice") { payload, _ in
            let payload = payload.withUniqueKeys
            let specimen = Specimen()
            let there = specimen.there
            try specimen.update(json: payload.json)
            let state = specimen.state
            try specimen.update(json: payload.json)
            let again = specimen.state
            try specimen.update(dictionary: payload.swift as? [String: Any] ?? [:])
            return state == again && state == specimen.state && specimen.there === there
        }
    }

    @Test(arguments: Effort.some(of: seeds.prefix(3))) func aFailedUpdateChangesNothing(seed: UInt64) throws {
        var failures = 0
        try forEachPayload(seed) { payload, note, generator in
            let payload = payload.withUniqueKeys
            let first = generator.payload()
            let specimen = ChoosySpecimen()
            try? specimen.update(json: first.json)
            let state = specimen.state
            let (there, part) = (specimen.there, specimen.part)
            let dictionary = payload.swift as? [String: Any] ?? [:]
            for options in [MappingOptions(), .strict, MappingOptions(missing: .reject)] {
                let bytes = Result { try specimen.update(json: payload.json, options: options) }
                let changed = specimen.state
                if case .failure = bytes {
                    failures += 1
                    #expect(changed == state, note)
                    #expect(specimen.there === there, note)
                    #expect(specimen.part === part, note)
                    let other = Result { try specimen.update(dictionary: dictionary, options: options) }
                    #expect(throws: ModelError.self, note) { try other.get() }
                    #expect(specimen.state == state, note)
                } else {
                    let fresh = ChoosySpecimen()
                    try? fresh.update(json: first.json)
                    try fresh.update(dictionary: dictionary, options: options)
                    #expect(fresh.state == changed, note)
                    break
                }
            }
        }
        #expect(failures > 10, "seed \(seed)")
    }

    @Test(arguments: seeds.prefix(3)) func strictModeFindsTheSameProblems(seed: UInt64) throws {
        try verify(seed, "strict") { payload, _ in
            let payload = payload.withUniqueKeys
            let dictionary = payload.swift as? [String: Any] ?? [:]
            let expected = problems { try Specimen(json: payload.json, options: .strict) }
            return problems { try Specimen(dictionary: dictionary, options: .strict) } == expected
                && problems { try HookedSpecimen(dictionary: dictionary, options: .strict) } == expected
        }
    }

    @Test(arguments: seeds.prefix(3)) func reportsOfAllEntryPointsAgree(seed: UInt64) throws {
        var shadowedKeys = 0
        try verify(seed, "reports") { payload, _ in
            let payload = payload.withUniqueKeys
            let dictionary = payload.swift as? [String: Any] ?? [:]
            let expected = Specimen.inspect(json: payload.json).report
            let other = Specimen.inspect(dictionary: dictionary).report
            let hooked = HookedSpecimen.inspect(json: payload.json).report
            let hookedOther = HookedSpecimen.inspect(dictionary: dictionary).report
            shadowedKeys += shadowed(expected).count
            return matching(other) == matching(expected) && values(other) == values(expected)
                && shadowed(hooked) == shadowed(expected) && shadowed(hookedOther) == shadowed(expected)
                && matching(hooked) == matching(expected)
                // A hook stores at once: if a value is replaced and then restored, it is not reported again.
                && values(hooked).isSubset(of: values(expected))
        }
        #expect(shadowedKeys > 0, "seed \(seed)")
    }

    /// The keys and properties in a report, without their order.
    private func matching(_ report: MappingReport) -> [Set<String>] {
        [
            Set(report.matched.map { "\($0.property) of \($0.key): \($0.rank)" }),
            Set(report.unmatchedKeys.map { "\($0.path): \($0.nearest ?? "")" }),
            Set(report.unfilled),
        ]
    }

    /// The conversions and problems in a report, except repeated keys, which a dictionary cannot have.
    private func values(_ report: MappingReport) -> Set<String> {
        Set(report.conversions.map { "\($0.path): \($0.from) to \($0.to)" }).union(
            report.problems.filter { $0.expected != "each key once" }
                .map { "\($0.path): \($0.expected.replacing("Hooked", with: "")), \($0.found)" })
    }

    /// The shadowed keys in a report.
    private func shadowed(_ report: MappingReport) -> Set<String> {
        values(report).filter { $0.contains("a key with a lower rank") }
    }

    /// A set, because mapping from bytes may report an unknown key twice.
    private func problems(_ body: () throws -> Specimen) -> Set<String> {
        do {
            _ = try body()
            return []
        } catch let error as ModelError {
            return Set(
                error.problems.map { "\($0.path): \($0.expected.replacing("Hooked", with: "")), \($0.found)" }
            )
        } catch {
            return ["\(error)"]
        }
    }

    /// Checks a claim for every payload; the first failure is shrunk, shown, and ends the run.
    private func verify(
        _ seed: UInt64, _ name: String, count: Int = payloads,
        _ holds: (Payload, inout PayloadGenerator) throws -> Bool
    ) throws {
        var generator = PayloadGenerator(seed: seed)
        for index in 0..<count {
            let payload = generator.payload()
            guard try holds(payload, &generator) else {
                let smallest = payload.shrunk {
                    var generator = PayloadGenerator(seed: seed)
                    return (try? holds($0, &generator)) != true
                }
                Issue.record("\(name), seed \(seed), payload \(index), smallest: \(smallest.json)")
                return
            }
        }
    }

    private func forEachPayload(
        _ seed: UInt64, _ body: (Payload, Comment, inout PayloadGenerator) throws -> Void
    ) throws {
        var generator = PayloadGenerator(seed: seed)
        for index in 0..<300 {
            let payload = generator.payload()
            try body(payload, "seed \(seed), payload \(index): \(payload.json)", &generator)
        }
    }
}
