import Foundation
import ModelObjects

/// What must hold for an object that was mapped from anything.
struct MappingClaims {
    private static let sorted: ExportOptions = {
        var options = ExportOptions()
        options.sortedKeys = true
        return options
    }()

    let input: () -> String

    /// Two results are the same: both objects are equal, or neither is there.
    func same<Model: ModelObject>(_ left: Model?, _ right: Model?, _ text: String) throws {
        guard left != right else { return }
        try claim(false, "\(text): \(Self.difference(left, right))", input: input())
    }

    /// The same for objects of different classes.
    func sameExport(_ left: ModelObject?, _ right: ModelObject?, _ text: String) throws {
        let (one, other) = (try? left?.jsonString(Self.sorted), try? right?.jsonString(Self.sorted))
        try claim(one == other, "\(text): \(one ?? "nil") is not \(other ?? "nil")", input: input())
    }

    /// Exporting and mapping again gives an equal object, through bytes and through a dictionary.
    func comesBack(_ model: Creature) throws {
        // A property may be nil that has another value before.
        var options = ExportOptions()
        options.nulls = .include
        let bytes: Data
        do {
            bytes = try model.jsonData(options)
        } catch let error as ModelError where error.code == .notFinite || error.code == .notExportable {
            // An Any takes the infinity of 1e400; a date may lie past the year 9999.
            return
        }
        try same(model, try Creature(json: bytes), "bytes came back as another object")
        let dictionary = try model.jsonObject(options)
        try same(model, try Creature(dictionary: dictionary), "a dictionary came back as another object")
    }

    /// An update that fails leaves the object, and the nested ones it had, as they were.
    func failedUpdateChangesNothing<Model: Creature>(
        _ model: Model, _ update: (Model) throws -> Void
    ) throws {
        let before = model.copy()
        let (there, limb, child) = (model.there, model.limb, model.child)
        do {
            try update(model)
        } catch {
            try same(before, model, "a failed update changed something (\(error))")
            try claim(
                model.there === there && model.limb === limb && model.child === child,
                "a failed update replaced a nested object", input: input())
        }
    }

    /// The options of a call, of all kinds.
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
