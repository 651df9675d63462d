import ModelObjects

/// Finds the classes of samples: which objects are maps, which have a discriminator, and which have the same class.
///
///     {"home": {"city": "A"}, "offices": {"17": {"city": "B"}, "18": {"city": "C"}}}
///
///     round 1   $.offices is a map, because its keys are numbers: the members at $.offices.17 and $.offices.18 become
///               values at one place, $.offices[]
///     round 2   $.offices[] has the keys of $.home, and is joined to it: one class for all three objects
///     round 3   no decision
///
/// Every decision moves values to other places, where new decisions may be needed. So after each decision the
/// samples are assigned to places again, until there are no more decisions. Decisions are never reversed, except that
/// a discriminator is dropped for good if joined objects have other values than texts at its key.
struct SampleInference {
    /// The place of the objects of the root's class.
    let root = Place()

    /// More rounds than any real payload needs.
    private static let maximumRounds = 60

    /// - Parameter samples: Objects only.
    init(_ samples: PayloadShape, isPolymorphic: Bool) {
        for _ in 0..<Self.maximumRounds {
            root.clear()
            Self.distribute(samples, at: root)
            let places = objectPlaces
            if MapDetection.decide(places.filter { $0 !== root }) { continue }
            if isPolymorphic, DiscriminatorDetection.decide(places) { continue }
            if !PlaceJoining.join(places) { break }
        }
        root.clear()
        Self.distribute(samples, at: root)
    }

    private static func distribute(_ shape: PayloadShape, at place: Place) {
        place.add(shape)
        if shape.facts.contains(.array) { distribute(shape.elements, at: place.child(.element)) }
        if shape.facts.contains(.object) { distribute(objects: shape.objects, at: place.final) }
    }

    private static func distribute(objects: PayloadShape, at place: Place) {
        place.add(objects: objects)
        switch place.use {
        case .undecided:
            distribute(objects.members, in: place) { _ in true }
        case .map:
            for member in objects.members { distribute(member.shape, at: place.child(.mapValue)) }
        case .polymorphic(let key, let own):
            distribute(objects.members, in: place) { !own.contains($0) }
            for (text, group) in objects.objects(byTextAt: key) {
                guard let text else {
                    distribute(group.members, in: place) { own.contains($0) }
                    continue
                }
                let variant = place.child(.variant(text)).final
                variant.add(objects: group)
                distribute(group.members, in: variant) { own.contains($0) }
            }
        }
    }

    private static func distribute(
        _ members: [PayloadShape.Member], in place: Place, where isIncluded: (String) -> Bool
    ) {
        for member in members where isIncluded(member.key) {
            distribute(member.shape, at: place.child(.member(member.key)))
        }
    }

    /// The places of objects, from the root on, each once.
    private var objectPlaces: [Place] {
        var seen: Set<ObjectIdentifier> = []
        var places: [Place] = []
        func visit(_ step: Place) {
            let inner = step.innermost
            if case .variant = step.step {} else if inner.shape.type != .object { return }
            let place = inner.final
            guard seen.insert(ObjectIdentifier(place)).inserted else { return }
            places.append(place)
            for step in place.steps where step != .element {
                if let child = place.children[step] { visit(child) }
            }
        }
        visit(root)
        return places
    }
}
