import Foundation
import ModelObjects

/// Finds objects that are used as maps: their keys are data, and all of their values have one shape.
enum MapDetection {
    /// The number of members of one shape that make a map, even if their keys are words.
    private static let manyObjects = 8
    private static let manyValues = 40

    /// - Returns: Whether a place became a map.
    static func decide(_ places: [Place]) -> Bool {
        var isChanged = false
        for place in places where place.use == .undecided && !place.members.isEmpty && isMap(place) {
            place.use = .map
            isChanged = true
        }
        return isChanged
    }

    private static func isMap(_ place: Place) -> Bool {
        let members = place.members
        let facts = PayloadFacts(members.map(\.shape.facts))
        guard facts.kinds.isEmpty || facts.type != nil else { return false }
        if facts.type == .object, !haveOneShape(members.map(\.shape)) { return false }
        let identifiers = members.filter { isIdentifier($0.key) }.count
        if identifiers == members.count { return true }
        guard let type = facts.type else { return false }
        // Names of files, products and hosts: hello.rb, com.app.monthly
        if type == .object, members.count >= 2, members.allSatisfy({ hasInnerDots($0.key) }) { return true }
        // A few words are allowed, such as "created" beside versions.
        if identifiers >= 2, 2 * identifiers >= members.count, type != .array { return true }
        if members.count >= (facts.type == .object ? manyObjects : manyValues) {
            return facts.type != .array
        }
        // Each object has only a few of all keys.
        let average = Double(members.reduce(0) { $0 + $1.shape.count }) / Double(max(place.objects.count, 1))
        return members.count >= 6 && facts.type == .object && Double(members.count) >= 3 * average
    }

    /// Whether objects are similar: each has most of all keys.
    private static func haveOneShape(_ shapes: [PayloadShape]) -> Bool {
        var all: [String: Int] = [:]
        var count = 0
        for keys in shapes.flatMap(\.keys) where !keys.isEmpty {
            count += 1
            for key in keys { all[key, default: 0] += 1 }
        }
        // Maps of maps have no key in common, and few of them are words.
        if all.keys.allSatisfy(isIdentifier) { return true }
        let usual = all.values.filter { 2 * $0 >= count }.count
        return 2 * usual >= all.count
    }

    private static func hasInnerDots(_ key: String) -> Bool {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 2 && parts.allSatisfy { !$0.isEmpty && !$0.contains(" ") }
    }

    /// Whether a key is a number, an identifier, a version, a day, a path or an address, and no name of a property.
    static func isIdentifier(_ key: String) -> Bool {
        let bytes = Array(key.utf8)
        func has(_ test: (UInt8) -> Bool) -> Bool { bytes.contains(where: test) }
        let isDigit: (UInt8) -> Bool = { $0 &- 0x30 <= 9 }
        let isSeparator: (UInt8) -> Bool = { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "@") }
        guard bytes.first == UInt8(ascii: "-") || has(isDigit) || has(isSeparator) else { return false }
        // 17, 2024-02-29, 1.0.0-beta.2
        if bytes.first.map(isDigit) == true {
            if bytes.allSatisfy(isDigit) || has({ $0 == 0x2E }) { return true }
            if has({ $0 == 0x2D }), bytes.filter(isDigit).count * 2 >= bytes.count { return true }
        }
        if UUID(uuidString: key) != nil { return true }
        // v1.0.0
        if bytes.first == UInt8(ascii: "v"), bytes.dropFirst().first.map(isDigit) == true, has({ $0 == 0x2E })
        {
            return true
        }
        // /users/{id}, image/png, https://…, ann@example.com; @type and @id are names in JSON-LD
        if bytes.first == 0x2F || bytes.dropFirst().dropLast().contains(where: isSeparator) { return true }
        if bytes.count > 9, let prefix = bytes.lastIndex(where: { $0 == 0x2D || $0 == 0x5F }),
            isRandom(bytes[(prefix + 1)...])
        {
            return true
        }
        let isHexadecimal = bytes.allSatisfy { isDigit($0) || (0x61...0x66).contains($0 | 0x20) }
        if bytes.count >= 8, isHexadecimal, has(isDigit) { return true }
        // Firebase: -NxKq8z1pQmT3vYw5abC
        let isToken = bytes.allSatisfy {
            isDigit($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
        }
        return bytes.count >= 20 && isToken && bytes.filter(isDigit).count >= 2
            && has { (0x41...0x5A).contains($0) }
    }

    /// Whether text after a prefix is random, as in `i-0abc123de` and `cus_NffrFeUfNV2Hib`: digits in several places, or
    /// digits and letters of both cases.
    private static func isRandom(_ bytes: ArraySlice<UInt8>) -> Bool {
        let letters = bytes.filter { (0x61...0x7A).contains($0 | 0x20) }
        let runs = bytes.split(whereSeparator: { $0 &- 0x30 > 9 })
        guard bytes.count >= 8, !runs.isEmpty, letters.count + runs.joined().count == bytes.count else {
            return false
        }
        let hasBothCases = Set(letters.map { $0 & 0x20 }).count == 2
        return runs.count >= 2 || bytes.count >= 12 && hasBothCases
    }
}
