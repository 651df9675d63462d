import ModelObjects

/// `oneOf` and `anyOf`.
extension SchemaClasses {
    /// An alternative, and the text that its objects have at the discriminator's key.
    private struct Variant {
        let part: Part
        let text: String?
    }

    /// The type of several alternatives; nil for any value.
    mutating func union(of alternatives: [Part], _ part: Part, _ names: [String]) throws(Failure)
        -> ValueType?
    {
        var others: [Part] = []
        for alternative in alternatives {
            let resolved = try document.resolved(alternative)
            if Self.types(resolved) != ["null"] { others.append(alternative) }
        }
        let isNullable = others.count < alternatives.count
        var type: ValueType?
        if others.count == 1 {
            type = try valueType(of: others[0], names)
        } else if let model = try classes(of: others, part, names) {
            type = model
        } else {
            type = try sameScalar(others, names)
        }
        return isNullable ? type?.optional : type
    }

    /// The type that all alternatives have, if it is one without parts.
    private mutating func sameScalar(_ alternatives: [Part], _ names: [String]) throws(Failure) -> ValueType?
    {
        var types: [ValueType] = []
        for alternative in alternatives {
            let resolved = try document.resolved(alternative)
            if Self.hasProperties(resolved) || resolved.value["allOf"] != nil || resolved.value["enum"] != nil
            {
                return nil
            }
            guard let type = try valueType(of: alternative, names) else { return nil }
            types.append(type)
        }
        let sources = Set(types.map(\.source))
        if sources == ["Int", "Double"] { return .double }
        return sources.count == 1 ? types.first : nil
    }

    /// A base class with a subclass for each constant, if all alternatives are objects, and all but one have a constant at
    /// one key.
    private mutating func classes(
        of alternatives: [Part], _ part: Part, _ names: [String]
    ) throws(Failure) -> ValueType? {
        var resolved: [Part] = []
        for alternative in alternatives {
            let target = try document.resolved(alternative)
            guard Self.hasProperties(target) || target.value["allOf"] != nil else { return nil }
            resolved.append(target)
        }
        guard let key = part.value["discriminator"]?["propertyName"]?.text ?? Self.discriminator(of: resolved)
        else { return nil }
        let base = ClassModel(nameHints: names)
        add(base, for: part)
        var variants: [(text: String?, part: Part, members: [MemberModel])] = []
        for (alternative, target) in zip(alternatives, resolved) {
            var text = Self.constant(target, key)
            if text == nil, alternative.value["$ref"] != nil, part.value["discriminator"] != nil {
                text = target.name
            }
            variants.append((text, target, try members(of: target, in: base)))
        }
        let common = variants.first { $0.text == nil }?.members ?? Self.common(variants.map(\.members))
        base.members = common.map { member in
            var member = member
            if member.key == key { (member.constant, member.isRequired, member.type) = (nil, false, .text) }
            return member
        }
        var texts: [(String, ClassModel)] = []
        for (text, target, members) in variants {
            guard let text else { continue }
            let own =
                target.pointer.hasPrefix("#/$defs/") || target.pointer.hasPrefix("#/definitions/")
                ? target.name : text
            let name = Words.className(own, isSingular: false)
            let model = ClassModel(nameHints: [name, name + (names.first ?? "")], superclass: base)
            add(model, for: target)
            model.members = Self.unique(members, besides: base.members).filter { $0.key != key }
            texts.append((text, model))
        }
        base.discriminator = DiscriminatorModel(key: key, classes: texts)
        return .model(base)
    }

    /// The members that all variants have, with the same type.
    private static func common(_ variants: [[MemberModel]]) -> [MemberModel] {
        guard let first = variants.first else { return [] }
        return first.filter { member in
            variants.allSatisfy { $0.contains { $0.key == member.key && $0.type.form == member.type.form } }
        }
    }

    /// The key at which all alternatives, except for one at most, have different constant texts.
    private static func discriminator(of alternatives: [Part]) -> String? {
        let keys = alternatives.flatMap { $0.value["properties"]?.members.map(\.key) ?? [] }
        return keys.first { key in
            let texts = alternatives.compactMap { constant($0, key) }
            return !key.contains(".") && !KeyFolding.fold(key).isEmpty
                && texts.count >= max(1, alternatives.count - 1)
                && Set(texts).count == texts.count
        }
    }

    /// The only text that a property can have.
    private static func constant(_ part: Part, _ key: String) -> String? {
        guard let property = part.value["properties"]?[key] else { return nil }
        if let constant = property["const"], constant.facts.contains(.text) { return constant.text }
        guard let values = property["enum"]?.elements, values.count == 1, values[0].facts.contains(.text)
        else { return nil }
        return values[0].text
    }
}

extension ValueType {
    /// The type without the names of generated types.
    fileprivate var form: String {
        switch self {
        case .optional(let inner): inner.form + "?"
        case .array(let inner): "[\(inner.form)]"
        case .set(let inner): "Set<\(inner.form)>"
        case .map(let inner): "[String: \(inner.form)]"
        case .model(let model): "\(ObjectIdentifier(model))"
        case .enumeration(let model): "\(model.values)"
        default: source
        }
    }
}
