import ModelObjects

/// Joins places whose objects have the same shape, so that they get one class.
enum PlaceJoining {
    /// Further shapes with the same keys are not compared.
    private static let maximumAlternatives = 16
    private static let maximumOwners = 64

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
        let (left, right) = (left.signature, right.signature)
        return left.keys == right.keys && left.isCompatible(with: right)
    }

    /// The enclosing place whose class the objects at a place can share.
    private static func ancestor(for place: Place) -> Place? {
        if case .variant = place.step { return nil }
        var owner = place.owner
        let inner = place.signature
        for _ in 0..<maximumOwners {
            guard let current = owner else { return nil }
            if current.isClass, current !== place {
                if canJoin(place, current), isRecursion(inner, of: current.signature, place) {
                    return current
                }
                if isVariant(place, of: current) { return current }
            }
            owner = current.owner
        }
        return nil
    }

    private static func isRecursion(_ inner: Signature, of outer: Signature, _ place: Place) -> Bool {
        guard !inner.keys.isEmpty, inner.keys.isSubset(of: outer.keys), inner.isCompatible(with: outer) else {
            return false
        }
        let missing = outer.keys.subtracting(inner.keys)
        let areOptional = missing.isDisjoint(with: outer.required)
        // An inner node of a tree has the key that leads to it, and lacks other keys that lead to nodes.
        if place.key.map({ inner.keys.contains($0) }) == true,
            missing.allSatisfy({ outer.holdsObjects($0) || !outer.required.contains($0) })
        {
            return true
        }
        if areOptional, place.key.map(outer.keys.contains) == true, outer.isRecursive { return true }
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
    func isCompatible(with other: Signature) -> Bool {
        let common = keys.intersection(other.keys)
        return common.allSatisfy { key in
            guard let left = shapes[key], let right = other.shapes[key] else { return false }
            return Self.isCompatible(left, right, isStrict: common.count < 3)
        }
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
            let common = shared.count
            return 2 * common >= min(leftKeys.count, rightKeys.count) && common > 0
        case .text: return !isStrict || one == other
        default: return true
        }
    }
}
