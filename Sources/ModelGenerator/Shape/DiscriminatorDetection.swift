import ModelObjects

/// Finds the key whose text determines the members of an object.
enum DiscriminatorDetection {
    private static let maximumTexts = 40

    /// - Returns: Whether a place got or lost a discriminator, or a key that differs between its classes.
    static func decide(_ places: [Place]) -> Bool {
        var isChanged = false
        for place in places {
            switch place.use {
            case .polymorphic(let key, _) where hasOtherKinds(place, key):
                (place.use, place.hasOneClass) = (.undecided, true)
                isChanged = true
            case .polymorphic(let key, let own):
                let groups = place.objects.objects(byTextAt: key)
                // The base class has the members of objects without a text.
                let inBase = groups.first { $0.text == nil }?.shape.members.map(\.key) ?? []
                let all = own.union(differing(key, groups)).subtracting(inBase)
                if all != own {
                    place.use = .polymorphic(key: key, own: all)
                    isChanged = true
                }
            case .undecided:
                if case .variant = place.step { continue }
                guard !place.hasOneClass, let (key, own) = discriminator(of: place) else { continue }
                place.use = .polymorphic(key: key, own: own)
                isChanged = true
            case .map: break
            }
        }
        return isChanged
    }

    /// Whether joined objects have values at the key that select no class, such as numbers.
    private static func hasOtherKinds(_ place: Place, _ key: String) -> Bool {
        let shape = place.members.first { $0.key == key }?.shape
        return shape?.facts.kinds.isSubset(of: .text) == false
    }

    private static func discriminator(of place: Place) -> (String, Set<String>)? {
        let count = place.objects.count
        guard count >= 2 else { return nil }
        let candidates = place.members.filter { member in
            member.shape.type == .text && member.shape.count == count && !member.shape.hasNull
                && isUsable(member.key)
        }
        let ordered = candidates.sorted { isTypical($0.key) && !isTypical($1.key) }
        for candidate in ordered {
            let texts = Set(candidate.shape.texts)
            guard (2...maximumTexts).contains(texts.count), texts.allSatisfy(isName) else { continue }
            // Without a typical name, texts must repeat often enough to be no coincidence.
            guard isTypical(candidate.key) || texts.count * 3 <= count else { continue }
            let groups = place.objects.objects(byTextAt: candidate.key)
            let own = differing(candidate.key, groups)
            let isTypical = isTypical(candidate.key)
            if explains(own, groups, isTypical, mayBeEmpty: isTypical && texts.count < count) {
                return (candidate.key, own)
            }
        }
        return nil
    }

    /// Whether the texts determine the shapes: groups have different members, and most objects of a group
    /// have the same members.
    ///
    /// Without a typical name, or if no text repeats, two groups must each have members that others lack, because any
    /// object can lack a member.
    ///
    /// - Parameter mayBeEmpty: Whether a group without such members counts.
    private static func explains(
        _ own: Set<String>, _ groups: [(text: String?, shape: PayloadShape)], _ isTypical: Bool,
        mayBeEmpty: Bool
    ) -> Bool {
        if own.isEmpty { return false }
        var combinations: Set<Set<String>> = []
        var (always, sometimes, groupsWithMembers) = (0, 0, 0)
        for (_, shape) in groups {
            let members = shape.members.filter { own.contains($0.key) }
            let required = Set(members.filter { $0.shape.count == shape.count }.map(\.key))
            if mayBeEmpty || !required.isEmpty { combinations.insert(required) }
            if !required.isEmpty { groupsWithMembers += 1 }
            for member in members {
                if member.shape.count == shape.count { always += 1 } else { sometimes += 1 }
            }
        }
        // Members that all groups have differ in their values.
        let areDifferent = combinations.count >= 2 || groupsWithMembers >= 2 && isTypical
        return areDifferent && always >= sometimes * (isTypical ? 1 : 3)
    }

    /// The keys that only some of the groups have, or whose values differ in kind or shape.
    private static func differing(
        _ key: String, _ groups: [(text: String?, shape: PayloadShape)]
    ) -> Set<String> {
        var shapes: [String: [(shape: PayloadShape, isAlways: Bool)]] = [:]
        for (_, group) in groups {
            for member in group.members {
                shapes[member.key, default: []].append((member.shape, member.shape.count == group.count))
            }
        }
        var own: Set<String> = []
        for (name, found) in shapes where name != key {
            let facts = PayloadFacts(found.map(\.shape.facts))
            let isMissing = found.count < groups.count && found.contains(where: \.isAlways)
            let isMixed = !facts.kinds.isEmpty && facts.type == nil
            if isMissing || isMixed || differ(found.map(\.shape)) { own.insert(name) }
        }
        return own
    }

    /// Whether objects, or objects in arrays, of several groups differ: in two of them, each has members that
    /// the other lacks, and more than they share.
    private static func differ(_ shapes: [PayloadShape]) -> Bool {
        let objects = shapes.map { $0.type == .array ? $0.elements : $0 }
        let keys = objects.filter { $0.type == .object }.map { Set($0.keys.joined()) }.filter { !$0.isEmpty }
        // For an array of arrays, the depth is compared.
        let nested = objects.filter { $0.count > 0 }.map { $0.facts.kinds }
        if Set(nested.map(\.rawValue)).count > 1, shapes.contains(where: { $0.type == .array }) {
            return true
        }
        guard let first = keys.first, !first.allSatisfy(MapDetection.isIdentifier) else { return false }
        return keys.dropFirst().contains { other in
            let shared = first.intersection(other).count
            return shared < first.count && shared < other.count
                && 2 * shared < min(first.count, other.count)
        }
    }

    // MARK: Names

    /// Whether a discriminator can have the key: not one that is only matched exactly.
    static func isUsable(_ key: String) -> Bool { !KeyFolding.fold(key).isEmpty }

    private static let typicalWords: Set<String> = [
        "type", "kind", "object", "class", "event", "action", "op", "operation", "shape", "variant", "model",
        "entity",
        "resource", "typename", "category", "method", "t", "command", "role", "tag",
    ]

    /// Whether the last word of a key is typical of keys that name a type.
    static func isTypical(_ key: String) -> Bool {
        let letters = String(key.filter { $0.isLetter || "_-.".contains($0) }).replacing(".", with: "_")
        return words(of: letters).last.map { typicalWords.contains($0.lowercased()) } ?? false
    }

    /// Whether a text is short, has no spaces, and begins with a letter.
    private static func isName(_ text: String) -> Bool {
        // OData's names of types begin with `#`.
        guard let first = text.unicodeScalars.first(where: { $0 != "#" }), text.utf8.count <= 64
        else { return false }
        return first.properties.isAlphabetic
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0)
                    || "_-./:+#".unicodeScalars.contains($0)
            }
    }
}
