import Foundation

/// Builds the contents of a `ModelSchema`, and traps if a class's configuration is wrong.
///
/// Such a mistake is a programmer error, and appears at the first use of the class.
struct SchemaBuilder {
    private let type: ModelObject.Type
    private let shortcuts: RuntimeShortcuts
    private(set) var properties: [Property] = []
    /// The fields of the properties, in the same order.
    private(set) var mapped: [DescribedField] = []
    private(set) var unmappable: [UnmappableProperty] = []
    /// The properties that a rule or `mappedProperties` excludes from mapping.
    private(set) var excluded: [DescribedField] = []
    private(set) var redactedKeys: [DeclaredKey] = []

    /// Keys that clash with members that a model may be unable to declare: `type` fills `userType` in a class User.
    private static let reservedNames = ["description", "type", "class", "hash", "self", "init", "default"]

    init(_ type: ModelObject.Type, _ shortcuts: RuntimeShortcuts) {
        (self.type, self.shortcuts) = (type, shortcuts)
        if classHierarchy(of: type).last != ModelObject.self {
            stop("inherits from another copy of ModelObjects in this process: link the library only once")
        }
        let fieldNames = FieldNames(type)
        ReleasePlan.prepare(type, fieldNames.stored)
        if fieldNames.fields.contains(where: { $0.name.isEmpty }) {
            stop("was built without the names of its properties: remove the flag -disable-reflection-names")
        }
        let rules = rules(fieldNames)
        let mappedNames = mappedNames(fieldNames)
        let describedFields = fieldNames.fields.map {
            DescribedField($0, rules[$0.name, default: PropertyRule()], of: type)
        }
        for described in describedFields where described.rule.isRedacted {
            redactedKeys += described.allKeys
        }
        for described in describedFields {
            let field = described.field
            check(described.keys, of: field.name)
            if let combination = described.rule.combination { check(combination.keys, of: field.name) }
            if described.rule.isIgnored {
                exclude(described, "an ignored property")
            } else if mappedNames?.contains(field.name) == false {
                exclude(described, "not among mappedProperties")
            } else if let reason = Self.reasonNotToMap(field) {
                if rules.keys.contains(field.name) {
                    stop("has a rule for \"\(field.name)\", which is \(reason)")
                }
                unmappable.append(UnmappableProperty(name: field.name, reason: reason))
            } else {
                add(described, hasRule: rules.keys.contains(field.name))
            }
        }
    }

    /// Excludes a property from mapping whose keys are known, so that they fill no other property.
    private mutating func exclude(_ described: DescribedField, _ reason: String) {
        excluded.append(described)
        unmappable.append(UnmappableProperty(name: described.field.name, reason: reason))
    }

    private mutating func add(_ described: DescribedField, hasRule: Bool) {
        let field = described.field
        let factory = ConverterFactory(rule: described.rule, shortcuts: shortcuts)
        guard let accessor = factory.accessor(for: field) else {
            let reason = Self.reasonNotToConvert(field)
            let advice = Self.swiftType(insteadOf: field.type).map { ": declare it as \($0)" } ?? ""
            if hasRule { stop(described.rule, forUnconvertible: field, reason, advice) }
            unmappable.append(
                UnmappableProperty(name: field.name, reason: reason + advice, isUnconvertible: true))
            return
        }
        check(described.rule, accessor, of: field)
        let isSecret =
            described.rule.isRedacted
            || redactedKeys.contains { redacted in described.allKeys.contains { $0.overlaps(redacted) } }
        properties.append(Property(described, accessor, isSecret: isSecret))
        mapped.append(described)
    }

    // MARK: Keys

    func matcher(_ mode: MappingOptions.KeyMatching) -> KeyMatcher {
        Self.matcher(bindings(), namingRules(), mode)
    }

    /// The matcher for patches of a document, in which each exported property has its first key.
    ///
    /// Another key of such a property that leads to, or into, the value of another exported property is left out: it only
    /// means the other one. This doesn't apply to a new object, whose values can be those of an export or of a payload.
    func patchMatcher(_ mode: MappingOptions.KeyMatching, isNew: Bool) -> KeyMatcher {
        let exported = properties.filter(\.rule.isExported)
        let others = Dictionary(grouping: exported) { KeyFolding.fold($0.firstKey.components.first ?? "") }
        var bindings = bindings { property, declaredIndex in
            guard !isNew, declaredIndex > 0, property.rule.isExported else { return true }
            let steps = property.keys[declaredIndex].components
            return others[KeyFolding.fold(steps.first ?? "")]?.contains { other in
                let key = other.firstKey.components
                return other !== property && key.count <= steps.count
                    && (key.count == steps.count || !other.content.isScalar)
                    && KeyMatcher.rank(of: steps, for: key, mode) != nil
            } != true
        }
        bindings += exportedBindings(mode)
        if !isNew { for index in bindings.indices { bindings[index].isExclusive = true } }
        return Self.matcher(bindings, namingRules(), mode)
    }

    /// The keys that exports use for properties with a `combined` rule, except those that the rule itself reads.
    private func exportedBindings(_ mode: MappingOptions.KeyMatching) -> [KeyBinding] {
        properties.enumerated().compactMap { index, property in
            guard let combination = property.rule.combination, property.rule.isExported,
                !property.firstKey.isUseless
            else { return nil }
            let steps = property.firstKey.components
            let isInput = combination.keys.contains {
                $0.components.count == steps.count
                    && KeyMatcher.rank(of: steps, for: $0.components, mode) != nil
            }
            return isInput ? nil : KeyBinding(path: steps[...], target: .property(index))
        }
    }

    /// - Parameter includes: Whether a property has a key, given its index among the property's keys.
    private func bindings(includes: (Property, Int) -> Bool = { _, _ in true }) -> [KeyBinding] {
        var bindings: [KeyBinding] = []
        bindings.reserveCapacity(properties.count)
        for (index, property) in properties.enumerated() {
            if let combination = property.rule.combination {
                bindings += combination.keys.enumerated().map { input, key in
                    KeyBinding(path: key.components[...], target: .input(input, of: index))
                }
                continue
            }
            // A name without letters matches nothing; a literal key without letters matches exactly.
            if !property.hasDeclaredKey, KeyFolding.isEmptyFold(property.name) { continue }
            for (declaredIndex, key) in property.keys.enumerated()
            where !key.isUseless && includes(property, declaredIndex) {
                bindings.append(
                    KeyBinding(
                        path: key.components[...], target: .property(index), declaredIndex: declaredIndex))
            }
        }
        for described in excluded {
            bindings += described.allKeys.map { KeyBinding(path: $0.components[...], target: .ignored) }
        }
        return bindings
    }

    /// The matcher for a discriminator's key.
    func matcher(of key: DeclaredKey, _ mode: MappingOptions.KeyMatching) -> KeyMatcher {
        if key.hasEmptyPart { stop("has a discriminator whose key \"\(key.text)\" has an empty part") }
        return Self.matcher([KeyBinding(path: key.components[...], target: .property(0))], [], mode)
    }

    private static func matcher(
        _ bindings: [KeyBinding], _ namingRules: [KeyBinding], _ mode: MappingOptions.KeyMatching
    ) -> KeyMatcher {
        var nodeCount = 0
        return KeyMatcher(bindings: firstSteps(of: bindings, mode, &nodeCount) + namingRules, mode: mode)
    }

    /// The bindings of the first components; those of the other components are in the nodes to which they lead.
    ///
    /// - Parameter nodeCount: The number of nodes so far, which is the index of the next one.
    private static func firstSteps(
        of bindings: [KeyBinding], _ mode: MappingOptions.KeyMatching, _ nodeCount: inout Int
    ) -> [KeyBinding] {
        var steps = bindings.filter { $0.path.count == 1 }
        for (first, group) in bindings.filter({ $0.path.count > 1 }).grouped(by: { ExactText($0.spelling) }) {
            let index = nodeCount
            nodeCount += 1
            let inner = group.map { binding in
                var binding = binding
                binding.path.removeFirst()
                return binding
            }
            let node = PathNode(
                bindings: firstSteps(of: inner, mode, &nodeCount), mode: mode, index: index)
            steps.append(
                KeyBinding(
                    path: [first.text], target: .path(node), isExclusive: group.contains(where: \.isExclusive)
                ))
        }
        return steps
    }

    /// `id` fills `remoteID`; `description` and the other reserved names fill `userDescription` in a class User.
    private func namingRules() -> [KeyBinding] {
        var rules: [KeyBinding] = []
        var (owner, ownerFold): (AnyClass?, String) = (nil, "")
        func add(_ described: DescribedField, _ target: KeyTarget) {
            let (field, keys) = (described.field, described.keys)
            if owner != field.declaringClass {
                (owner, ownerFold) = (
                    field.declaringClass, KeyFolding.fold(Self.simpleName(of: field.declaringClass))
                )
            }
            guard Self.mayBegin(field.name, with: ownerFold) || Self.mayBegin(field.name, with: "remoteid"),
                keys.count == 1, keys[0].components.elementsEqual(CollectionOfOne(field.name)),
                described.rule.combination == nil
            else { return }
            let fold = KeyFolding.fold(field.name)
            for spelling in Self.reservedNames where fold == ownerFold + spelling {
                rules.append(KeyBinding(path: [spelling], target: target, isNamingRule: true))
            }
            if fold == "remoteid" {
                rules.append(KeyBinding(path: ["id"], target: target, isNamingRule: true))
            }
        }
        for (index, described) in mapped.enumerated() { add(described, .property(index)) }
        for described in excluded { add(described, .ignored) }
        return rules
    }

    /// Whether the fold of a name may begin with a fold, judging by the first byte: most names need not be folded.
    private static func mayBegin(_ name: String, with fold: String) -> Bool {
        guard let first = name.utf8.first, let other = fold.utf8.first else { return true }
        let isLetter = (first | 0x20) &- UInt8(ascii: "a") < 26
        return !isLetter || first | 0x20 == other
    }

    // MARK: The class

    /// The rules of a class by property, including those of its superclasses; the most derived rule wins.
    private func rules(_ fieldNames: FieldNames) -> [String: PropertyRule] {
        var rules: [String: PropertyRule] = [:]
        var codingKeys: [any CodingKey.Type] = []
        for type in classHierarchy(of: type).reversed() {
            let own = type.propertyRules
            // A subclass inherits the rules: the enum belongs to the first class that has it.
            let enums = own.values.compactMap(\.codingKeys)
            if !enums.allSatisfy({ type in codingKeys.contains { $0 == type } }) {
                for field in fieldNames.fields
                where field.declaringClass == type && Self.reasonNotToMap(field) == nil {
                    rules[field.name] = .ignored
                }
            }
            codingKeys += enums
            for (name, rule) in own.sorted(byText: \.key) {
                let mention = rule.codingKeys.map { "has the case \"\(name)\" in \($0)" }
                let property = property(
                    named: name, in: fieldNames, mention ?? "has a rule for \"\(name)\"")
                // If a class has rules for both names of a property, the rule for its own name is used.
                if property == name || own[property] == nil { rules[property] = rule }
            }
        }
        return rules
    }

    /// The properties that `mappedProperties` lists; nil if the class maps all of them.
    private func mappedNames(_ fieldNames: FieldNames) -> Set<String>? {
        guard let listed = type.mappedProperties else { return nil }
        return Set(
            listed.sortedByScalars().map { name in
                property(named: name, in: fieldNames, "lists \"\(name)\" in mappedProperties")
            })
    }

    private static func reasonNotToConvert(_ field: StoredField) -> String {
        if FieldNames.isPublished(field.type) {
            return "of type \(field.type), which cannot be filled: use @Observable, or a plain property "
                + "and a willChange that calls objectWillChange.send()"
        }
        // Reflection shows noncopyable types as the empty tuple.
        let type = field.type == Void.self ? "() or a noncopyable type" : "\(field.type)"
        return "of type \(type), which ModelObjects cannot convert"
    }

    /// The Swift type for the values of a class of Foundation; nil for any other type.
    private static func swiftType(insteadOf type: any Any.Type) -> String? {
        switch containerType(type)?.wrappedType ?? type {
        case is NSDate.Type: "Date"
        case is NSURL.Type: "URL"
        case is NSData.Type: "Data"
        case is NSUUID.Type: "UUID"
        case is NSDecimalNumber.Type: "Decimal"
        case is NSArray.Type, is NSOrderedSet.Type: "an array, such as [String]"
        case is NSSet.Type: "a Set, such as Set<String>"
        case is NSDictionary.Type: "a dictionary, such as [String: Int]"
        default: nil
        }
    }

    private static func reasonNotToMap(_ field: StoredField) -> String? {
        if field.isLazy { return "a lazy property" }
        if !field.isStrong { return "a weak or unowned reference" }
        if !field.isVar { return "a let" }
        return nil
    }

    private static func simpleName(of type: AnyClass) -> String {
        let name = _typeName(type, qualified: false)
        let end = name.utf8.firstIndex(of: UInt8(ascii: "<")) ?? name.endIndex
        let dot = name.utf8[..<end].lastIndex(of: UInt8(ascii: "."))
        return withoutBackticks(
            String(name[(dot.map { name.utf8.index(after: $0) } ?? name.startIndex)..<end]))
    }

    // MARK: Mistakes

    private func check(_ keys: [DeclaredKey], of name: String) {
        for key in keys where key.hasEmptyPart {
            stop("has a rule for \"\(name)\" whose key \"\(key.text)\" has an empty part")
        }
        if keys.isEmpty { stop("has a rule for \"\(name)\" that lists no key") }
    }

    /// Rejects rules that have no effect on a property of this type.
    private func check(_ rule: PropertyRule, _ accessor: any PropertyAccessor, of field: StoredField) {
        if rule.conversion != nil || rule.combination != nil, !isAccessibleGenerically(field.type) {
            stop(
                "has a rule for \"\(field.name)\" of type \(field.type): functions and metatypes of structs and "
                    + "enums cannot be converted; put the value in a struct, or give the property the rule .ignored"
            )
        }
        if rule.elementClass != nil, !accessor.content.isUntypedContainer {
            stop(
                "has an elements rule for \"\(field.name)\" of type \(field.type): elements are for [Any], [Any?], "
                    + "[String: Any] and [ModelObject]; other types already declare their element type")
        }
        if let made = rule.madeType, !accessor.accepts(made) { stop(made, for: field) }
        if rule.fallback != nil {
            guard let enumeration = accessor.content.enumeration else {
                stop(
                    "has a fallback rule for \"\(field.name)\" of type \(field.type): fallbacks are for enums and "
                        + "other types with a raw value")
            }
            if !enumeration.hasFallback {
                stop(
                    "has a fallback rule for \"\(field.name)\" that is neither a case of \(enumeration.type) nor a "
                        + "raw value of one")
            }
        }
        if rule.dateFormat != nil, !accessor.content.mayBeDates {
            stop(
                "has a date rule for \"\(field.name)\" of type \(field.type): date rules are for types that contain "
                    + "dates; remove the rule")
        }
    }

    /// The property with a name that the class mentions.
    private func property(named name: String, in fieldNames: FieldNames, _ mention: String) -> String {
        if let property = fieldNames.property(named: name) { return property }
        let names = fieldNames.fields.map(\.name)
        let nearest = NameDistance.nearest(to: name, among: names.map(NameDistance.scalars)).map { names[$0] }
        let advice =
            fieldNames.fields.isEmpty
            ? " It has none, or its module was compiled without reflection metadata."
            : nearest.map { " The nearest is \"\($0)\"." } ?? ""
        fatalError("\(type) \(mention), which is not a stored property of it.\(advice)")
    }

    private func stop(
        _ rule: PropertyRule, forUnconvertible field: StoredField, _ reason: String, _ advice: String
    ) -> Never {
        var advice = advice
        if !FieldNames.isPublished(field.type) {
            if let made = rule.madeType, made != field.type { stop(made, for: field) }
            if advice.isEmpty {
                advice =
                    ": make the type conform to ModelValue or Decodable, convert it with .converted(from:to:)"
            }
        }
        stop(
            "has a rule for \"\(field.name)\", which is \(reason)\(advice), or give the property the rule "
                + ".ignored")
    }

    private func stop(_ made: any Any.Type, for field: StoredField) -> Never {
        stop("has a rule for \"\(field.name)\" that makes \(made), but the property is \(field.type)")
    }

    private func stop(_ mistake: String) -> Never { fatalError("\(type) \(mistake).") }
}
