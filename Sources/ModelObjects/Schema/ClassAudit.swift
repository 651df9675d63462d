/// Finds the mistakes that `ModelObject.audit` reports.
struct ClassAudit {
    let schema: ModelSchema

    var findings: [AuditFinding] {
        collisions + capitalCollisions + uselessKeys + unmappable + unusedCodingKeys + unrelatedClasses
    }

    // MARK: Collisions

    /// Properties whose keys differ but match the same other spellings.
    private var collisions: [AuditFinding] {
        // A value can fill one property and contain those of another, so only keys of one kind compete.
        collisions(by: { fold($0.spelling) + ($0.isPath ? "\0" : "") }) { path, bindings in
            let spellings = Set(bindings.map(\.spelling)).sortedByScalars()
            guard spellings.count > 1 else { return nil }
            let properties = names(of: bindings)
            let names = properties.inSentence
            let difference =
                bindings[0].isPath
                ? "The keys of \(names) have parts that differ only in the exact spelling"
                : "\(names) differ only in the exact spelling of their keys"
            let shown = spellings.map { (path + [$0]).joined(separator: ".") }.joined(separator: ", ")
            return AuditFinding(
                kind: .collision, properties: properties,
                message: "\(difference) (\(shown)); a key in another spelling fills "
                    + "\(properties.count == 2 ? "neither" : "none of them").")
        }
    }

    /// Properties whose keys have the same uppercase spelling but different folded ones: `straße` and `strasse`.
    private var capitalCollisions: [AuditFinding] {
        collisions(by: { fold($0.spelling.uppercased()) }) { path, bindings in
            guard Set(bindings.map { fold($0.spelling) }).count > 1 else { return nil }
            let capitals = bindings[0].spelling.uppercased()
            let exact = bindings.filter { $0.spelling.hasSameBytes(as: capitals) }
            let equivalent = bindings.filter { fold($0.spelling) == fold(capitals) }
            let filled = names(of: exact.isEmpty ? equivalent : exact).first
            let properties = names(of: bindings)
            return AuditFinding(
                kind: .collision, properties: properties,
                message: "The keys of \(properties.inSentence) have the same uppercase spelling; "
                    + "\((path + [capitals]).joined(separator: ".")) fills \(filled ?? "none of them").")
        }
    }

    private var keyMatching: MappingOptions.KeyMatching { schema.options.keyMatching }

    /// The form in which the class compares a spelling; empty for a spelling that only matches exactly.
    private func fold(_ spelling: String) -> String {
        let fold = KeyFolding.fold(spelling)
        return fold.isEmpty || keyMatching == .fuzzy ? fold : spelling.lowercased()
    }

    /// The findings about keys that feed several properties and have the same fold, sorted by it, level by level.
    ///
    /// - Parameter finding: Gets the components that the keys have in common, and the keys.
    private func collisions(
        by fold: (KeyBinding) -> String, _ finding: ([String], [KeyBinding]) -> AuditFinding?
    ) -> [AuditFinding] {
        if keyMatching == .exact { return [] }
        func collisions(_ definition: KeyDefinition, below path: [String]) -> [AuditFinding] {
            let bindings = definition.bindings.filter { !$0.isNamingRule }
            let groups = Dictionary(grouping: bindings.filter { !self.fold($0.spelling).isEmpty }, by: fold)
            var found = groups.sorted(byText: \.key)
                .filter { names(of: $0.value).count > 1 }
                .compactMap { finding(path, $0.value) }
            for case (let spelling, .path(let node)) in bindings.map({ ($0.spelling, $0.target) }) {
                found += collisions(node.matcher.definition, below: path + [spelling])
            }
            return found
        }
        return collisions(schema.matcher(keyMatching).definition, below: [])
    }

    /// The properties that keys feed.
    private func names(of bindings: [KeyBinding]) -> [String] {
        let properties = bindings.reduce(into: PropertySet()) { $0.formUnion($1.target.properties) }
        return schema.properties.enumerated().filter { properties.contains($0.offset) }.map(\.element.name)
    }

    // MARK: Other mistakes

    /// Keys that match nothing or have no effect, keys that are listed twice, and keys with an index in brackets.
    private var uselessKeys: [AuditFinding] {
        let ofProperties = schema.properties.flatMap { property -> [AuditFinding] in
            let combined = property.rule.combination?.keys
            let isUnnamed = !property.hasDeclaredKey && KeyFolding.isEmptyFold(property.name)
            let own = reasons(property.keys) { index, key in
                if key.isUseless || isUnnamed && combined == nil {
                    return "holds only separators, and such a key matches nothing"
                }
                let isUnread = combined != nil && index > 0
                return isUnread ? "has no effect: .combined reads only the keys that it lists" : nil
            }
            // A key of a combined rule, or of a discriminator, that holds only separators matches exactly.
            return (own + reasons(combined ?? [])).map { key, reason in
                AuditFinding(
                    kind: .uselessKey, properties: [property.name],
                    message: "The key \"\(key.text)\" of \(property.name) \(reason).")
            }
        }
        let ofDiscriminator = reasons([schema.discriminator?.key].compactMap(\.self)).map { key, reason in
            AuditFinding(
                kind: .uselessKey, properties: [],
                message: "The discriminator's key \"\(key.text)\" \(reason).")
        }
        return ofProperties + ofDiscriminator
    }

    /// The useless ones of some keys, and why they are useless.
    ///
    /// - Parameter first: The reason that takes precedence for a key, given its index.
    private func reasons(
        _ keys: [DeclaredKey], _ first: (Int, DeclaredKey) -> String? = { _, _ in nil }
    ) -> [(key: DeclaredKey, reason: String)] {
        keys.enumerated().compactMap { index, key in
            if let reason = first(index, key) { return (key, reason) }
            // Canonically equivalent texts can be different keys.
            if keys[..<index].contains(where: { $0 == key && $0.steps == key.steps }) {
                return (key, "is already listed")
            }
            return key.withoutBrackets.map {
                (key, "has brackets, which are read as a part of it; for an element, write \($0)")
            }
        }
    }

    private var unmappable: [AuditFinding] {
        schema.unmappable.filter(\.isUnconvertible).map {
            AuditFinding(
                kind: .unmappable, properties: [$0.name],
                message: "\($0.name) is never filled: it is \($0.reason).")
        }
    }

    /// `CodingKeys` enums that the class and its superclasses declare, but make no rules from.
    private var unusedCodingKeys: [AuditFinding] {
        var used: Set<ObjectIdentifier> = []
        var declared: [(owner: ModelObject.Type, keys: any CodingKey.Type)] = []
        for model in classHierarchy(of: schema.type) {
            used.formUnion(model.propertyRules.values.compactMap(\.codingKeys).map { ObjectIdentifier($0) })
            // The enum in the class, found by its name (Swift's docs/ABI/Mangling.rst).
            let keys = _mangledTypeName(model).flatMap { _typeByName($0 + "10CodingKeysO") }
            if let keys = keys as? any CodingKey.Type { declared.append((model, keys)) }
        }
        return declared.filter { !used.contains(ObjectIdentifier($0.keys)) }.map { owner, _ in
            AuditFinding(
                kind: .codingKeys, properties: [],
                message: "The CodingKeys of \(owner) have no effect: use them with "
                    + "`.codingKeys(CodingKeys.self)` in propertyRules.")
        }
    }

    /// The classes and the fallback of a discriminator that aren't subclasses of the class that declares it.
    private var unrelatedClasses: [AuditFinding] {
        // A subclass inherits the discriminator, with classes that are only related to its superclass.
        guard let base = schema.discriminatorOwner, let discriminator = schema.discriminator else {
            return []
        }
        var named = discriminator.classes.sorted(byText: \.key).map { ("for \"\($0.key)\"", $0.value) }
        if let fallback = discriminator.fallback { named.append(("as the fallback", fallback)) }
        return named.filter { Discriminator.allowed($0.1, for: base) == nil }.map { use, type in
            AuditFinding(
                kind: .discriminator, properties: [],
                message: "The discriminator names \(type) \(use), which is not a subclass of \(base).")
        }
    }
}
