import ModelObjects

/// Joins places whose objects have the same shape, so that they get one class.
enum PlaceJoining {
    /// Further shapes with the same keys are not compared.
    private static let maximumAlternatives = 16
    private static let maximumOwners = 64
    private static let maximumRepetitions = 8

    /// - Returns: Whether places were joined.
    static func join(_ places: [Place]) -> Bool {
        var isChanged = false
        for place in places where place.joined == nil && place.isClass {
            if let ancestor = ancestor(for: place) {
                isChanged = connect(place, to: ancestor) || isChanged
            }
        }
        if isChanged { return true }
        var bySpelling: [Set<String>: [Place]] = [:]
        for place in places where place.joined == nil && place.isClass {
            let keys = place.signature.keys
            if keys.isEmpty { continue }
            let alternatives = bySpelling[keys] ?? []
            if let other = alternatives.first(where: { canJoin(place, $0) && isEqual(place, $0) }) {
                isChanged = connect(place, to: other) || isChanged
            } else if alternatives.count < maximumAlternatives {
                bySpelling[keys, default: []].append(place)
            }
        }
        return isChanged
    }

    private static func connect(_ place: Place, to other: Place) -> Bool {
        let (place, other) = (place.final, other.final)
        if place === other { return false }
        // Children of a joined place move to the other place, so the ancestor is kept.
        let (inner, outer) = isInside(other, place) ? (other, place) : (place, other)
        inner.joined = outer
        return true
    }

    private static func isInside(_ place: Place, _ other: Place) -> Bool {
        var current = place.parent
        while let ancestor = current {
            if ancestor === other { return true }
            current = ancestor.parent
        }
        return false
    }

    /// Whether no discriminator is involved, because each of its texts gets a class.
    private static func canJoin(_ left: Place, _ right: Place) -> Bool {
        switch (left.step, right.step) {
        case (.variant, _), (_, .variant): false
        default: left.use == .undecided && right.use == .undecided
        }
    }

    private static func isEqual(_ left: Place, _ right: Place) -> Bool {
        guard left.signature.keys == right.signature.keys, left.signature.isCompatible(with: right.signature)
        else { return false }
        if isInside(left, right) { return isRepeated(left, in: right) }
        return !isInside(right, left) || isRepeated(right, in: left)
    }

    /// Whether a class can have the objects of an inner place, then also has those at the same path from there, and so on.
    ///
    ///     {"id": 1, "next": {"id": 2, "next": {"id": 3}}}   one class
    ///     {"user": {"user": {"user": {"id": 1}}}}           `user` leads to objects with nothing in common
    private static func isRepeated(_ inner: Place, in outer: Place) -> Bool {
        var path: [Place.Step] = []
        var current: Place? = inner
        while let place = current, place !== outer {
            if let step = place.step { path.append(step) }
            current = place.parent?.final
        }
        let link = Set([inner.key].compactMap(\.self))
        let outerKeys = outer.signature.keys.subtracting(link)
        var repeated: Place? = inner
        for _ in 0..<maximumRepetitions {
            guard let place = repeated, place !== outer, !place.signature.keys.isEmpty else { return true }
            let keys = place.signature.keys.subtracting(link)
            let areAlike = keys.isEmpty ? outerKeys.isEmpty : !keys.isDisjoint(with: outerKeys)
            if !areAlike { return false }
            repeated = path.reversed().reduce(place) { $0?.children[$1]?.final }
        }
        return true
    }

    /// The enclosing place whose class the objects at a place can share.
    private static func ancestor(for place: Place) -> Place? {
        if case .variant = place.step { return nil }
        var owner = place.owner
        let inner = place.signature
        for _ in 0..<maximumOwners {
            guard let current = owner else { return nil }
            if current.isClass, current !== place {
                if canJoin(place, current), isRecursion(inner, of: current.signature, place),
                    isRepeated(place, in: current)
                {
                    return current
                }
                if isVariant(place, of: current) { return current }
            }
            owner = current.owner
        }
        return nil
    }

    /// Whether the objects inside are nodes of a tree or list, like the objects around them, or a part of such objects.
    private static func isRecursion(_ inner: Signature, of outer: Signature, _ place: Place) -> Bool {
        guard !inner.keys.isEmpty, inner.keys.isSubset(of: outer.keys), inner.isCompatible(with: outer) else {
            return false
        }
        let missing = outer.keys.subtracting(inner.keys)
        let areOptional = missing.isDisjoint(with: outer.required)
        let link = place.key
        // A node that has the key that leads to it, and lacks other keys that lead to nodes:
        // `right` in {"id": 1, "left": {…}, "right": {"id": 2, "right": null}}
        if link.map(inner.keys.contains) == true,
            missing.allSatisfy({ outer.holdsObjects($0) || !outer.required.contains($0) })
        {
            return true
        }
        // A leaf, if the objects around it are known to be nodes: {"id": 3} in {"id": 1, "next": {"id": 2, "next": {"id": 3}}}
        if areOptional, link.map(outer.keys.contains) == true, outer.isRecursive { return true }
        // An object with most keys of the class, at another key: the quoted message of a message.
        return areOptional && inner.keys.count >= 4 && 4 * inner.keys.count >= 3 * outer.keys.count
    }

    /// Whether objects have classes that an enclosing discriminator names, such as the nodes of an
    /// expression.
    private static func isVariant(_ place: Place, of outer: Place) -> Bool {
        guard case .polymorphic(let key, _) = outer.use else { return false }
        if case .polymorphic(let other, _) = place.use, other != key { return false }
        let groups = place.objects.objects(byTextAt: key)
        return groups.allSatisfy { $0.text != nil }
            && groups.contains { group in group.text.map { outer.children[.variant($0)] != nil } ?? false }
            && place.signature.required.contains(key)
    }
}

/// The criteria for whether two places have the same shape.
struct Signature {
    /// More objects with a single key inside each other than any real payload has.
    private static let maximumWrappers = 8

    private unowned let place: Place
    private let shapes: [String: PayloadShape]
    let keys: Set<String>
    /// The keys that every object has.
    let required: Set<String>

    init(_ place: Place) {
        self.place = place
        var shapes: [String: PayloadShape] = [:]
        // The members of a variant are those that differ between its classes.
        var own: Set<String>?
        if case .variant = place.step, case .polymorphic(_, let names)? = place.parent?.final.use {
            own = names
        }
        for member in place.members where own?.contains(member.key) != false {
            shapes[member.key] = member.shape
        }
        self.shapes = shapes
        keys = Set(shapes.keys)
        let count = place.objects.count
        required = Set(shapes.filter { $0.value.count == count }.keys)
    }

    /// Whether objects inside have this place's class.
    var isRecursive: Bool {
        keys.contains { place.children[.member($0)]?.innermost.final === place }
    }

    func holdsObjects(_ key: String) -> Bool {
        guard let shape = shapes[key] else { return false }
        return !shape.facts.isDisjoint(with: [.object, .array])
    }

    /// Whether the values of all common keys have one type.
    ///
    /// A single key, such as `data`, says little about an object. Then the objects at the key are compared, too.
    func isCompatible(with other: Signature, levels: Int = maximumWrappers) -> Bool {
        let common = keys.intersection(other.keys)
        for key in common {
            guard let left = shapes[key], let right = other.shapes[key],
                Self.isCompatible(left, right, isStrict: common.count < 3)
            else { return false }
            guard levels > 0, keys.count == 1, other.keys.count == 1,
                let inner = objects(at: key), let otherInner = other.objects(at: key), inner !== otherInner
            else { continue }
            if !inner.signature.isCompatible(with: otherInner.signature, levels: levels - 1) { return false }
        }
        return true
    }

    /// The place of the objects at a key, inside any number of arrays and maps; nil if no class has them.
    private func objects(at key: String) -> Place? {
        var objects = place.children[.member(key)]?.innermost.final
        while let map = objects, map.use == .map { objects = map.children[.mapValue]?.innermost.final }
        return objects.flatMap { $0.use == .undecided && $0.isClass ? $0 : nil }
    }

    private static func isCompatible(_ left: PayloadShape, _ right: PayloadShape, isStrict: Bool) -> Bool {
        if left.facts.kinds.isEmpty || right.facts.kinds.isEmpty { return true }
        guard let one = left.type, let other = right.type else {
            return left.type == nil && right.type == nil
        }
        guard let both = left.facts.union(right.facts).type else { return false }
        switch both {
        case .array:
            return isCompatible(left.elements, right.elements, isStrict: isStrict)
        case .object:
            let (leftKeys, rightKeys) = (Set(left.keys.joined()), Set(right.keys.joined()))
            if leftKeys.isEmpty || rightKeys.isEmpty { return true }
            if leftKeys.union(rightKeys).allSatisfy(MapDetection.isIdentifier) { return true }
            let shared = leftKeys.intersection(rightKeys)
            if shared.contains(where: DiscriminatorDetection.isTypical) { return true }
            // One can have fewer samples than the other, or each can lack a few of the keys.
            return shared == leftKeys || shared == rightKeys
                || 4 * shared.count >= 3 * max(leftKeys.count, rightKeys.count)
        case .text: return !isStrict || one == other
        default: return true
        }
    }
}
