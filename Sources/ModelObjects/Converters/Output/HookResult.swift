import Foundation

/// A value that an export hook received, and the one that it returned.
///
/// For example, a hook gets an array of two objects, and returns the second one. A dictionary has no order and does not
/// know which model it shows: both come from the second original.
struct HookResult {
    /// The value before the hook, and in the form that the hook received.
    let original: ExportedValue
    let received: Any
    let returned: Any

    /// Writes the returned value as a tree.
    ///
    /// Members have the order of the original, and new ones are last, sorted by key. An object or array under a new key
    /// comes from the original that it shares its storage with.
    func write(to output: inout ExportOutput) throws(ExportFailure) -> ExportOutcome {
        // An array or an object as it was.
        if let storage = Self.storage(of: received), storage == Self.storage(of: returned) {
            return output.write(original)
        }
        switch (original, JSONValue(received), JSONValue(returned)) {
        case (.array(let originals, let isSet), .array(let old), .array(let new)):
            let places = Self.places(of: new, in: old)
            return try output.array(count: new.count, isSet: isSet) { index, output throws(ExportFailure) in
                guard let place = places[index] else { return try Self.write(new[index], to: &output) }
                return try HookResult(original: originals[place], received: old[place], returned: new[index])
                    .write(to: &output)
            }
        case (.object(let originals, let owner), .object(let old), .object(let new)):
            try output.enterLevel()
            try output.object(of: owner) { output throws(ExportFailure) in
                try Self.write(new, for: originals, old, to: &output)
            }
            output.leaveLevel()
            return .written
        default:
            return try Self.write(returned, to: &output)
        }
    }

    /// Writes a new value; a Decimal as that of a property, because the hook may have received it.
    private static func write(
        _ value: Any, to output: inout ExportOutput
    ) throws(ExportFailure) -> ExportOutcome {
        if let number = exactly(value, as: Decimal.self) {
            return try DecimalConverter().write(number, to: &output)
        }
        return try output.write(any: value)
    }

    private static func write(
        _ new: [String: Any], for originals: [ExportedValue.Member], _ old: [String: Any],
        to output: inout ExportOutput
    ) throws(ExportFailure) {
        var remaining = new
        func writeMember(
            _ member: ExportedValue.Member, _ received: Any, as key: String, _ returned: Any
        ) throws(ExportFailure) {
            let result = HookResult(original: member.value, received: received, returned: returned)
            do throws(ExportFailure) {
                let (value, outcome) = try output.collect(result.write)
                if outcome == .omitted { return }
                output.key(key)
                output.write(value, isNil: member.isNil && value.holdsOnlyNull)
            } catch {
                throw error.under(.key(key))
            }
        }
        var renamed: [UInt: ExportedValue.Member] = [:]
        for member in originals {
            guard let received = old[member.key] else { continue }
            if let returned = remaining.removeValue(forKey: member.key) {
                try writeMember(member, received, as: member.key, returned)
            } else if let storage = storage(of: received) {
                renamed[storage] = member
            }
        }
        for (key, value) in remaining.sorted(byText: \.key) {
            if let member = storage(of: value).flatMap({ renamed[$0] }) {
                try writeMember(member, value, as: key, value)
                continue
            }
            try output.member(key) { output throws(ExportFailure) in try write(value, to: &output) }
        }
    }

    /// For each element of an array, its place in the array from which a hook made it; nil for a new element.
    ///
    /// An object or array that the hook passed on shares its storage. If no element was added or left out, any other
    /// element is the one at the same place.
    private static func places(of new: [Any], in old: [Any]) -> [Int?] {
        var places: [UInt: Int] = [:]
        for (index, element) in old.enumerated() {
            if let storage = storage(of: element) { places[storage] = index }
        }
        let found = new.map { storage(of: $0).flatMap { places[$0] } }
        guard new.count == old.count else { return found }
        let taken = Set(found.compactMap(\.self))
        return found.indices.map { found[$0] ?? (taken.contains($0) ? nil : $0) }
    }

    /// What identifies the storage of an object or array; nil for other values, and for an empty one, which shares its
    /// storage.
    private static func storage(of value: Any) -> UInt? {
        switch JSONValue(value) {
        case .object(let object) where !object.isEmpty: containerWord(of: object)
        case .array(let array) where !array.isEmpty: containerWord(of: array)
        default: nil
        }
    }
}
