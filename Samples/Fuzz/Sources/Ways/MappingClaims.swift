import Foundation
import ModelObjects

/// The invariants of a mapped object, whatever the input.
struct MappingClaims {
    let input: () -> String

    /// Two results are the same: both objects are equal, or both are nil.
    func same<Model: ModelObject>(_ left: Model?, _ right: Model?, _ text: String) throws {
        guard left != right else { return }
        try claim(false, "\(text): \(Self.difference(left, right))", input: input())
    }

    /// Two results have the same export, which includes the values of unknown keys.
    func sameExports(_ left: ModelObject?, _ right: ModelObject?, _ text: String) throws {
        let options = ExportOptions(nulls: .include, sortedKeys: true)
        let texts = [left, right].map { try? $0?.jsonString(options: options) }
        try claim(texts[0] == texts[1], "\(text): \(texts)", input: input())
    }

    /// The same for an object of a subclass, in all properties that both have.
    func same(_ left: Creature?, inherited right: Creature?, _ text: String) throws {
        let copy = right.map { right in
            let copy = Creature()
            copy.merge(from: right)
            return copy
        }
        try same(left, copy, text)
    }

    /// Exporting and mapping again gives an equal object, through bytes and through a dictionary.
    func comesBack<Model: ModelObject>(_ model: Model) throws {
        // A nil property may have a default that is not nil.
        var options = ExportOptions()
        options.nulls = .include
        let bytes: Data
        do {
            bytes = try model.jsonData(options: options)
        } catch let error as ModelError where error.code == .notExportable {
            // A date may be later than the year 9999.
            return
        }
        try same(model, try Model.model(json: bytes), "bytes came back as another object")
        let dictionary = try model.jsonObject(options: options)
        try same(model, try Model.model(dictionary: dictionary), "a dictionary came back as another object")
    }

    /// An update that fails leaves the object, and its nested objects, unchanged.
    func failedUpdateChangesNothing<Model: FuzzedModel>(
        _ model: Model, _ update: (Model) throws -> Void
    ) throws {
        let before = model.copy()
        let nested = model.nested
        do {
            try update(model)
        } catch {
            try same(before, model, "a failed update changed something (\(error))")
            try claim(
                zip(nested, model.nested).allSatisfy { $0 === $1 },
                "a failed update replaced a nested object",
                input: input())
        }
    }

    /// Random options of all kinds for a call.
    static func options(_ random: inout Random) -> MappingOptions {
        var options = random.oneIn(4) ? MappingOptions.strict : MappingOptions()
        if random.oneIn(4) { options.keyMatching = random.pick([.exact, .caseInsensitive, .fuzzy]) }
        if random.oneIn(6) { options.missing = .reject }
        if random.oneIn(6) { options.unknownKeys = random.pick([.reject, .keep]) }
        if random.oneIn(6) { options.nulls = .keep }
        if random.oneIn(6) { options.conversions = .none }
        if random.oneIn(4) { options.numbers = random.pick([.truncate, .clamp]) }
        if random.oneIn(6) { options.dateConversion = random.pick([.string, .timeInterval]) }
        if random.oneIn(6) { options.limits.depth = random.below(8) }
        if random.oneIn(12) { options.rootPath = random.pick(["child", "limbs.0", "", "a..b"]) }
        return options
    }

    static func difference(_ left: ModelObject?, _ right: ModelObject?) -> String {
        guard let left, let right else {
            return left == nil ? "only the second is there" : "only the first is there"
        }
        let changes = right.changes(since: left).prefix(5).map {
            "\($0.path) was \(String(describing: $0.old)), is \(String(describing: $0.new))"
        }
        return changes.isEmpty ? "unequal without a change" : changes.joined(separator: "; ")
    }
}

/// A model that exposes the models it holds.
protocol FuzzedModel: ModelObject {
    var nested: [ModelObject?] { get }
}

extension Creature: FuzzedModel {
    var nested: [ModelObject?] { [there, limb, child] }
}

extension Speck: FuzzedModel {
    var nested: [ModelObject?] { [next] }
}
