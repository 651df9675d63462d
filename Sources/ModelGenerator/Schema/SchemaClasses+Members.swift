import ModelObjects

/// The members of classes.
extension SchemaClasses {
    func hasMembers(_ part: Part) throws(Failure) -> Bool {
        try document.composition(of: part).contains { Self.hasProperties($0) }
    }

    /// The members of an object's schema and of its constituents.
    mutating func members(of part: Part, in model: ClassModel) throws(Failure) -> [MemberModel] {
        var members: [MemberModel] = []
        let parts = try document.composition(of: part)
        let required = Set(parts.flatMap { $0.value["required"]?.texts ?? [] })
        let properties = parts.flatMap { $0.part("properties")?.members ?? [] }.filter {
            !$0.part.value.isFalse
        }
        let schemas = Dictionary(grouping: properties) { Array($0.key.utf8) }
        var seen: Set<[UInt8]> = []
        for (key, _) in properties where seen.insert(Array(key.utf8)).inserted {
            let parts = schemas[Array(key.utf8)]?.map(\.part) ?? []
            members.append(try member(key, parts, in: model, isRequired: required.contains(key)))
        }
        return members
    }

    /// The members that an object has only with some of its alternatives.
    mutating func possibleMembers(of part: Part, in model: ClassModel) throws(Failure)
        -> [MemberModel]
    {
        var members: [MemberModel] = []
        for part in try document.possibleParts(of: part) {
            for (key, schema) in part.part("properties")?.members ?? [] where !schema.value.isFalse {
                members.append(try member(key, [schema], in: model, isRequired: false))
            }
        }
        let groups = Dictionary(grouping: members) { Array($0.key.utf8) }
        members = Self.unique(members, besides: []).map { Self.possible(groups[Array($0.key.utf8)] ?? [$0]) }
        for part in try document.conditions(of: part) {
            for (key, _) in part.part("properties")?.members ?? [] {
                members.append(MemberModel(key: key, type: .optional(.any), comment: Self.uncertain))
            }
        }
        return members
    }

    /// The members that a schema requires; their type is unknown, if no other schema describes them.
    func undescribedMembers(of part: Part) throws(Failure) -> [MemberModel] {
        let parts = try document.composition(of: part)
        let excluded = parts.flatMap { $0.part("properties")?.members ?? [] }.filter(\.part.value.isFalse)
        return parts.flatMap { $0.value["required"]?.texts ?? [] }.filter { key in
            !excluded.contains { $0.key.utf8.elementsEqual(key.utf8) }
        }.map { MemberModel(key: $0, type: .optional(.any), comment: Self.uncertain) }
    }

    /// A member that some objects have, with a type for all of them.
    static func possible(_ members: [MemberModel]) -> MemberModel {
        var possible = members[0]
        var type: ValueType? = possible.type
        for member in members { type = type?.joined(member.type) }
        (possible.type, possible.isRequired, possible.constant) = ((type ?? .any).optional, false, nil)
        if type == nil { possible.comment = uncertain }
        return possible
    }

    private static let uncertain = "Uncertain: the schema allows several types, or any."

    /// - Parameter parts: The schemas of the property: of the superclass first.
    private mutating func member(
        _ key: String, _ parts: [Part], in model: ClassModel, isRequired: Bool
    ) throws(Failure) -> MemberModel {
        let name = Words.className(key)
        let names = [name] + model.nameHints.prefix(3).map { $0 + name }
        let type = try valueType(of: document.merged(parts), names)
        var member = MemberModel(key: key, type: type?.limited() ?? .optional(.any))
        var standard: SampleValue?
        for part in parts {
            let resolved = try document.resolved(part)
            standard = part.value["default"] ?? resolved.value["default"] ?? standard
            if isRequired { member.constant = resolved.value["const"] ?? member.constant }
            member.documentation = Self.documentation(part, for: key) ?? member.documentation
        }
        let isNullable = if case .optional = member.type { true } else { false }
        if !isRequired && standard.map({ member.type.hasLiteral($0) }) != true {
            member.type = member.type.optional
        }
        if type == nil { member.comment = Self.uncertain }
        member.isRequired = isRequired && !isNullable && type != nil
        member.constant = standard ?? member.constant
        return member
    }

    /// Makes properties Optional whose default is an object that their class doesn't make.
    static func checkDefaults(of model: ClassModel) {
        for (index, member) in model.members.enumerated() where !member.isRequired {
            guard case .model(let inner) = member.type, let standard = member.constant,
                !inner.defaultClass.makes(standard)
            else { continue }
            model.members[index].type = member.type.optional
        }
    }

    /// Whether a class can inherit from its superclass, because it has the same members.
    ///
    /// The base class of a union has members that fit all alternatives.
    static func isSubclass(_ model: ClassModel) -> Bool {
        guard let superclass = model.superclass, superclass.discriminator == nil else { return true }
        let members = Dictionary(grouping: model.members) { Array($0.key.utf8) }
        return superclass.members.allSatisfy { inherited in
            guard let member = members[Array(inherited.key.utf8)]?.first else { return true }
            return member.type.form == inherited.type.form && member.isRequired == inherited.isRequired
                && member.constant?.text == inherited.constant?.text
        }
    }

    static func unique(_ members: [MemberModel], besides inherited: [MemberModel]) -> [MemberModel] {
        var seen = Set(inherited.map { Array($0.key.utf8) })
        return members.filter { seen.insert(Array($0.key.utf8)).inserted }
    }
}
