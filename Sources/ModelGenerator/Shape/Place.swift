import ModelObjects

/// A place in the samples: the values of one property, or the elements of one container.
///
///     {"users": [{"id": 1}, null]}
///
///     $           .member("users")       $.users     one array
///     $.users     .element               $.users[]   an object and null, of which only the object is in `objects`
///     $.users[]   .member("id")          $.users[].id
///
/// All objects of a class are at one place: places with the same shape are joined. A joined place keeps its values in `shape`,
/// which decide whether its property is Optional. Its objects, and the places inside them, are those of `final`.
final class Place {
    enum Step: Hashable {
        case member(String)
        case element
        /// A value of an object that is used as a map.
        case mapValue
        /// The objects that a discriminator's text selects.
        case variant(String)
    }

    /// The decision about the objects at a place, which is never reversed, except by `hasOneClass`.
    enum Use: Equatable {
        case undecided
        case map
        /// - Parameter own: The keys whose values differ between the classes, except those of objects without a text.
        case polymorphic(key: String, own: Set<String>)
    }

    let parent: Place?
    let step: Step?
    /// Another place that this one was joined to.
    var joined: Place?
    var use = Use.undecided
    /// Whether a discriminator was dropped, because joined objects have values at its key that aren't texts.
    var hasOneClass = false
    /// The values at this place, without those of joined places.
    private(set) var shape = PayloadShape()
    /// The objects of the class: those at this place, and those of the places that were joined to it.
    private(set) var objects = PayloadShape()
    private(set) var children: [Step: Place] = [:]
    /// The steps of the children in the order in which they were found.
    private(set) var steps: [Step] = []

    init(_ step: Step? = nil, in parent: Place? = nil) {
        self.step = step
        self.parent = parent
    }

    /// The place that this one was joined to in the end.
    var final: Place {
        var place = self
        while let next = place.joined { place = next }
        return place
    }

    /// The place of a step from here.
    func child(_ step: Step) -> Place {
        if let child = children[step] { return child }
        let child = Place(step, in: self)
        children[step] = child
        steps.append(step)
        return child
    }

    /// The place of the elements, inside any number of arrays; this place, if there is no array.
    var innermost: Place {
        var place = self
        while place.shape.type == .array, let elements = place.children[.element] { place = elements }
        return place
    }

    /// The key that leads here, without the steps through containers.
    var key: String? {
        var place: Place? = self
        while let current = place {
            switch current.step {
            case .member(let key): return key
            case .variant(let text): return text
            case .element, .mapValue: place = current.parent?.final
            case nil: return nil
            }
        }
        return nil
    }

    /// The place of the object that encloses this place's containers.
    var owner: Place? {
        var place = parent?.final
        var step = step
        while let current = place {
            switch step {
            case .member, .variant, nil: return current
            case .element, .mapValue: (step, place) = (current.step, current.parent?.final)
            }
        }
        return nil
    }

    // MARK: Facts

    /// Whether the objects have members and aren't a map.
    var isClass: Bool { use != .map && !members.isEmpty }

    var members: [PayloadShape.Member] {
        if let cached { return cached }
        let members = objects.members
        cached = members
        return members
    }

    private var cached: [PayloadShape.Member]?

    /// What decides whether another place has the same shape.
    var signature: Signature {
        if let cachedSignature { return cachedSignature }
        let signature = Signature(self)
        cachedSignature = signature
        return signature
    }

    private var cachedSignature: Signature?

    /// Removes all values from here on.
    func clear() {
        (shape, objects, cached, cachedSignature) = (PayloadShape(), PayloadShape(), nil, nil)
        for child in children.values { child.clear() }
    }

    func add(_ values: PayloadShape) { shape.append(values) }

    func add(objects values: PayloadShape) {
        objects.append(values)
        (cached, cachedSignature) = (nil, nil)
    }
}
