import ModelObjects

/// `oneOf` and `anyOf`.
extension SchemaClasses {
    /// An alternative of a union.
    struct Variant {
        let part: Part
        /// The texts that its objects have at the discriminator's key.
        let texts: [String]
        /// The class of its objects; the base class if there are no texts.
        let model: ClassModel
    }

    /// The type of several alternatives; nil for any value.
    mutating func union(of alternatives: [Part], _ part: Part, _ names: [String]) throws(Failure)
        -> ValueType?
    {
        var others: [Part] = []
        var constants: [[SampleValue]] = []
        var (isNullable, areObjects) = (false, false)
        for alternative in alternatives where !alternative.value.isFalse {
            let resolved = try document.resolved(alternative)
            let values = Self.constants(resolved.value)
            isNullable = isNullable || Self.isNullable(alternative) || Self.isNullable(resolved)
            if Self.types(resolved) == ["null"] || !values.isEmpty && values.allSatisfy(\.isNull) {
                isNullable = true
            } else {
                others.append(alternative)
                if try hasMembers(resolved) { areObjects = true }
                constants.append(values)
            }
        }
        var type: ValueType?
        // A class for the only alternative would lose other keys.
        let hasMembers = try hasMembers(part) || areObjects && part.describesOtherKeys
        if others.count == 1, !hasMembers {
            type = try valueType(of: others[0], names)
        } else if !others.isEmpty, constants.allSatisfy({ !$0.isEmpty }) {
            type = enumeration(constants.flatMap(\.self), part, names)
        } else if let model = try classes(of: others, part, names) {
            type = model
        } else if !hasMembers {
            type = try joinedType(of: others, names)
        }
        return isNullable ? type?.optional : type
    }

    static func alternatives(_ part: Part) -> [Part] {
        (part.part("oneOf") ?? part.part("anyOf"))?.elements ?? []
    }

    /// The definitions that extend a schema with a `discriminator`.
    ///
    /// In OpenAPI, these are its alternatives, without a `oneOf`.
    func heirs(of part: Part) -> [Part] {
        guard part.value["discriminator"]?["propertyName"] != nil, Self.hasProperties(part) else { return [] }
        return document.definitions.filter { definition in
            let parts = (try? document.composition(of: definition)) ?? []
            return definition.pointer != part.pointer && parts.contains { $0.pointer == part.pointer }
        }
    }

    /// Makes a base class with a subclass for each constant, if all alternatives are objects, and all but one
    /// have a constant at the same key.
    ///
    /// An alternative can be such a union itself: its base class has both a superclass and subclasses.
    private mutating func classes(
        of alternatives: [Part], _ part: Part, _ names: [String]
    ) throws(Failure) -> ValueType? {
        var targets: [Part] = []
        for alternative in alternatives {
            let target = try document.resolved(alternative)
            guard target.pointer != part.pointer else { return nil }
            for object in try objects(of: target) where try !isObject(object) { return nil }
            targets.append(target)
        }
        var key = part.value["discriminator"]?["propertyName"]?.text
        if key == nil { key = try discriminator(of: targets) }
        guard let key, DiscriminatorDetection.isUsable(key) else { return nil }
        let texts = try alternatives.map { inner throws(Failure) in try self.texts(inner, key, in: part) }
        let all = texts.flatMap(\.self)
        guard !all.isEmpty, Set(all).count == all.count, texts.count(where: \.isEmpty) <= 1 else {
            return nil
        }
        guard let unions = try unions(among: alternatives, texts) else { return nil }
        let base = ClassModel(nameHints: names)
        add(base, for: part)
        var variants: [Variant] = []
        let hasMembers = try hasMembers(part)
        for (target, texts) in zip(targets, texts) {
            // The members of the base class that the alternative's schema lacks are not for its other
            // objects.
            let parts = try document.composition(of: target)
            let isShared = !hasMembers || parts.contains { $0.pointer == part.pointer }
            var model = base
            if let union = unions[target.pointer] {
                union.superclass = base
                model = union
            } else if let text = texts.first {
                model = subclass(of: base, target, text, names, isShared)
            }
            variants.append(Variant(part: target, texts: texts, model: model))
        }
        try inherit(variants, base)
        base.discriminator = DiscriminatorModel(
            key: key, classes: variants.flatMap { variant in variant.texts.map { ($0, variant.model) } })
        // An object without the key is of the only alternative that doesn't require it.
        var unnamed: [Variant] = []
        for variant in variants where try !requires(variant.part, key) { unnamed.append(variant) }
        if unnamed.count == 1 { base.discriminator?.fallback = unnamed[0].model }
        unfinished.append(.union(base, part, variants))
        return .model(base)
    }

    /// The base classes of alternatives that are unions, by the pointers of their schemas; nil if one of them has no class
    /// or no text, or belongs to another union.
    private mutating func unions(among alternatives: [Part], _ texts: [[String]]) throws(Failure)
        -> [String: ClassModel]?
    {
        var unions: [String: ClassModel] = [:]
        for (alternative, texts) in zip(alternatives, texts) {
            let target = try document.resolved(alternative)
            if try isObject(target) { continue }
            guard let text = texts.first,
                case .model(let model)? = try valueType(of: alternative, [Words.className(text)])?.unwrapped,
                model.discriminator != nil, model.superclass == nil
            else { return nil }
            unions[target.pointer] = model
        }
        return unions
    }

    /// Lets an alternative that extends another one inherit from the other's class, which can hold its members.
    private func inherit(_ variants: [Variant], _ base: ClassModel) throws(Failure) {
        let models = Dictionary(variants.map { ($0.part.pointer, $0.model) }) { first, _ in first }
        for variant in variants where variant.model !== base {
            let references = try document.constituents(of: variant.part).filter(\.isReference)
            guard references.count == 1 else { continue }
            if let parent = models[references[0].part.pointer], parent !== variant.model {
                variant.model.superclass = parent
            }
        }
    }

    /// The class of an alternative: the class of its schema, unless that belongs to another union.
    private mutating func subclass(
        of base: ClassModel, _ part: Part, _ text: String, _ names: [String], _ isShared: Bool
    ) -> ClassModel {
        if isShared, let known = knownClass(of: part), known.discriminator == nil,
            known.superclass?.discriminator == nil
        {
            // It declares the members that it would have inherited.
            known.superclass = base
            return known
        }
        let name = Words.className(Self.isDefinition(part) ? part.name : text, isSingular: false)
        let model = ClassModel(nameHints: [name, name + (names.first ?? "")], superclass: base)
        add(model, for: part, isShared: isShared)
        unfinished.append(.object(model, part))
        return model
    }

    private static func isDefinition(_ part: Part) -> Bool {
        let parent = part.pointer.unicodeScalars.split(separator: "/").dropLast().last.map { String($0) }
        return ["$defs", "definitions", "schemas"].contains(parent)
    }

    /// Gives a base class the members that all alternatives have.
    mutating func finish(_ base: ClassModel, _ part: Part, _ variants: [Variant]) throws(Failure) {
        var members: [[MemberModel]] = []
        var parts = try document.composition(of: part)
        for variant in variants {
            let isUnion = variant.model !== base && variant.model.discriminator != nil
            members.append(
                isUnion ? variant.model.members : try self.members(of: variant.part, in: variant.model))
            if variant.model === base { parts += try document.composition(of: variant.part) }
        }
        base.hasOtherKeys = parts.contains(where: \.describesOtherKeys)
        let other = variants.firstIndex { $0.model === base }
        var common = try self.members(of: part, in: base).map { member in
            // An alternative can narrow a member of the base class.
            let all = [member] + members.compactMap { $0.first { $0.key == member.key } }
            if all.allSatisfy({ $0.type.form == member.type.form }) { return member }
            var possible = Self.possible(all)
            if possible.comment == nil, all.allSatisfy(\.isRequired) {
                (possible.type, possible.isRequired) = (possible.type.unwrapped, true)
            }
            return possible
        }
        common += Self.common(members, with: other)
        let names = members.map { $0.first { $0.key == base.discriminator?.key } }
        common += names.compactMap(\.self)
        // The key can be missing or null.
        let isOptional = names.contains { if case .optional? = $0?.type { true } else { $0 == nil } }
        base.members = Self.unique(common, besides: []).map { member in
            var member = member
            if member.key == base.discriminator?.key {
                (member.constant, member.isRequired, member.type) = (
                    nil, false, isOptional ? .optional(.text) : .text
                )
            }
            return member
        }
    }

    /// The members that all variants have with the same type, and all members of the variant without a text.
    private static func common(_ variants: [[MemberModel]], with other: Int?) -> [MemberModel] {
        guard !variants.isEmpty else { return [] }
        return variants[other ?? 0].compactMap { member in
            let members = variants.compactMap { $0.first { $0.key == member.key } }
            guard members.count == variants.count, members.allSatisfy({ $0.type.form == member.type.form })
            else { return other.map { _ in possible(members) } }
            var member = member
            member.isRequired = members.allSatisfy(\.isRequired)
            if Set(members.map { $0.constant?.text }).count > 1 { member.constant = nil }
            return member
        }
    }

    /// The key at which all alternatives, except for one at most, have different constant texts.
    ///
    /// The key that the most alternatives have and require is preferred.
    private func discriminator(of alternatives: [Part]) throws(Failure) -> String? {
        var keys: [String] = []
        var counts: [String: Int] = [:]
        for alternative in alternatives {
            var seen: Set<String> = []
            for object in try objects(of: alternative) {
                for part in try document.composition(of: object) {
                    let own = part.value["properties"]?.members.map(\.key) ?? []
                    for key in own where seen.insert(key).inserted {
                        if counts[key] == nil { keys.append(key) }
                        counts[key, default: 0] += 1
                    }
                }
            }
        }
        // Reading the constants at every key would take quadratic time.
        keys.removeAll { counts[$0, default: 0] < alternatives.count - 1 }
        var best: (key: String, places: Int)?
        for key in keys where DiscriminatorDetection.isUsable(key) {
            var (texts, found, required): ([String], Int, Int) = ([], 0, 0)
            for alternative in alternatives {
                let constants = try self.texts(alternative, key)
                if constants.isEmpty { continue }
                texts += constants
                found += 1
                if try requires(alternative, key) { required += 1 }
            }
            guard found >= max(1, alternatives.count - 1), Set(texts).count == texts.count else { continue }
            let places = found + required
            if best.map({ $0.places < places }) ?? true { best = (key, places) }
        }
        return best?.key
    }

    /// The schemas of the objects that a schema describes: its alternatives, at any depth, or else itself.
    private func objects(of part: Part) throws(Failure) -> [Part] {
        var (objects, rest, seen): ([Part], [Part], Set<String>) = ([], [part], [])
        while let part = rest.popLast() {
            guard seen.insert(part.pointer).inserted else { continue }
            let alternatives = try isObject(part) ? [] : Self.alternatives(part)
            if alternatives.isEmpty { objects.append(part) }
            for alternative in alternatives.reversed() { rest.append(try document.resolved(alternative)) }
        }
        return objects
    }

    /// Whether a schema describes the members of one object, of which a base class may have none.
    private func isObject(_ part: Part) throws(Failure) -> Bool {
        try document.composition(of: part).contains { $0.value["properties"] != nil }
    }

    private func requires(_ part: Part, _ key: String) throws(Failure) -> Bool {
        for object in try objects(of: part) {
            let parts = try document.composition(of: object)
            if !parts.contains(where: { $0.value["required"]?.texts.contains(key) == true }) { return false }
        }
        return true
    }

    /// The texts that select an alternative: those of a `mapping`, or the constants of its objects, or else its name.
    private func texts(_ alternative: Part, _ key: String, in part: Part) throws(Failure) -> [String] {
        let discriminator = part.value["discriminator"]
        let target = try document.resolved(alternative)
        let reference =
            alternative.value["$ref"]?.text ?? (Self.isDefinition(alternative) ? alternative.pointer : nil)
        let mapped = (discriminator?["mapping"]?.members ?? []).filter {
            $0.value.text == reference || $0.value.text == target.name
        }
        if !mapped.isEmpty { return mapped.map(\.key) }
        let constants = try texts(target, key)
        let isNamed = constants.isEmpty && reference != nil && discriminator != nil
        return isNamed ? [target.name] : constants
    }

    /// The texts that the objects of a schema can have at a key; empty if some can have any text.
    private func texts(_ part: Part, _ key: String) throws(Failure) -> [String] {
        var (texts, seen): ([String], Set<String>) = ([], [])
        for object in try objects(of: part) {
            let schemas = try document.composition(of: object).compactMap { $0.value["properties"]?[key] }
            let constants = schemas.map(Self.constants).last { values in
                !values.isEmpty && values.allSatisfy { $0.facts.contains(.text) }
            }
            guard let constants else { return [] }
            texts += constants.map(\.text).filter { seen.insert($0).inserted }
        }
        return texts
    }
}
