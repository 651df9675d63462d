import ModelObjects

/// Makes the classes of samples.
struct SampleClasses {
    private(set) var classes: [ClassModel] = []
    private var models: [ObjectIdentifier: ClassModel] = [:]
    private let rootName: String
    private let root: Place

    /// The class of the root first.
    init(_ inference: SampleInference, rootName: String) {
        self.rootName = rootName
        root = inference.root
        _ = model(of: root)
    }

    private mutating func model(of place: Place) -> ClassModel {
        if let model = models[ObjectIdentifier(place)] { return model }
        let model = ClassModel(nameHints: place === root ? [rootName] : nameHints(of: place))
        models[ObjectIdentifier(place)] = model
        classes.append(model)
        guard case .polymorphic(let key, let own) = place.use, !own.isEmpty else {
            model.members = place.members.map { member($0, in: place, of: place.objects.count) }
            return model
        }
        model.members = place.members.filter { !own.contains($0.key) }.map {
            member($0, in: place, of: place.objects.count)
        }
        let hasTextless = place.objects.objects(byTextAt: key).contains { $0.text == nil }
        model.discriminator = DiscriminatorModel(key: key, classes: [])
        for step in place.steps {
            guard case .variant(let text) = step, let variant = place.children[step]?.final else { continue }
            let members = variant.members.filter { own.contains($0.key) }
            // Objects without members of their own have the base class. Their text is listed, so that reports show new ones.
            // But the export adds a listed text to objects without one, so a class of both would change them.
            let isBase = members.isEmpty && !hasTextless
            let named = isBase ? model : self.variant(text, variant, members, of: model)
            model.discriminator?.classes.append((text, named))
        }
        return model
    }

    private mutating func variant(
        _ text: String, _ place: Place, _ members: [PayloadShape.Member], of superclass: ClassModel
    ) -> ClassModel {
        if let model = models[ObjectIdentifier(place)] { return model }
        let name = Words.className(text)
        let model = ClassModel(nameHints: [name, name + superclass.nameHints[0]], superclass: superclass)
        models[ObjectIdentifier(place)] = model
        classes.append(model)
        model.members = members.map { member($0, in: place, of: place.objects.count) }
        return model
    }

    private mutating func member(
        _ member: PayloadShape.Member, in place: Place, of count: Int
    ) -> MemberModel {
        let step = place.children[.member(member.key)]
        var model = MemberModel(key: member.key, type: type(of: member.shape, at: step).limited())
        let isOptional = member.shape.count < count || member.shape.hasNull
        if case .any = model.type { model.type = .optional(.any) }
        if isOptional { model.type = model.type.optional }
        model.comment = Self.comment(member.shape)
        return model
    }

    private mutating func type(of shape: PayloadShape, at place: Place?) -> ValueType {
        switch shape.type {
        case .bool: return .bool
        case .integer: return .integer
        case .unsigned: return .unsigned
        case .double: return .double
        case .decimal: return .decimal
        case .text: return .text
        case .date: return DateSpelling.type(of: shape.texts)
        case .uuid: return .uuid
        case .url: return .url
        case .array:
            return .array(content(of: shape.elements, at: place?.children[.element]))
        case .object:
            guard let objects = place?.final else { return .map(.any) }
            if objects.use == .map {
                var values = PayloadShape()
                for member in shape.objects.members { values.append(member.shape) }
                return .map(content(of: values, at: objects.children[.mapValue]))
            }
            return objects.isClass ? .model(model(of: objects)) : .map(.any)
        case nil: return .any
        }
    }

    private mutating func content(of shape: PayloadShape, at place: Place?) -> ValueType {
        let type = type(of: shape, at: place)
        if case .any = type { return .any }
        return shape.hasNull ? type.optional : type
    }

    // MARK: Names and comments

    /// Names with more and more of the keys that lead to a place, those that repeat a key last.
    private func nameHints(of place: Place) -> [String] {
        var keys: [String] = []
        var current: Place? = place
        while let place = current, keys.count < 4 {
            if let key = place.key { keys.append(Words.className(key)) }
            current = place.owner
        }
        if keys.last != rootName { keys.append(rootName) }
        let different = keys.indices.filter { $0 == 0 || keys[$0] != keys[$0 - 1] }.map { keys[$0] }
        return Self.names(of: different) + Self.names(of: keys)
    }

    private static func names(of keys: [String]) -> [String] {
        keys.indices.map { keys[0...$0].reversed().joined() }
    }

    private static func comment(_ shape: PayloadShape) -> String? {
        if let kinds = mixedKinds(shape) { return "Uncertain: \(kinds) in the samples." }
        switch shape.type {
        case nil: return "Uncertain: always null in the samples."
        case .array:
            let elements = innermost(shape)
            if let kinds = mixedKinds(elements) { return "Uncertain: elements are \(kinds) in the samples." }
            if elements.count == 0 { return "Uncertain: always empty in the samples." }
            return elements.type == nil ? "Uncertain: elements are always null in the samples." : nil
        case .object:
            return shape.objects.members.isEmpty ? "Uncertain: always empty in the samples." : nil
        default: return nil
        }
    }

    private static func innermost(_ shape: PayloadShape) -> PayloadShape {
        shape.type == .array ? innermost(shape.elements) : shape
    }

    private static func mixedKinds(_ shape: PayloadShape) -> String? {
        if shape.type == nil, shape.facts.kinds == .number { return "numbers that no one type holds" }
        let kinds: [(PayloadFacts, String)] = [
            (.bool, "Bool"), (.number, "number"), (.text, "string"), (.array, "array"), (.object, "object"),
        ]
        let names = kinds.filter { shape.facts.contains($0.0) }.map(\.1)
        guard names.count > 1, let last = names.last else { return nil }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
