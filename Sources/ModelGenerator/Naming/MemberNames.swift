import ModelObjects

/// Gives the members of a class their property names.
///
/// A key needs a rule if its property's name doesn't have the same fold, or if another key of the class, a
/// superclass or a subclass has it.
struct MemberNames {
    let style: ExportOptions.KeyStyle
    /// Whether a key that the style spells differently gets a rule, so that exports are exact.
    let isExact: Bool
    /// The keys of the class that the style spells differently.
    private(set) var otherSpellings: [(key: String, exported: String)] = []

    init(style: ExportOptions.KeyStyle, isExact: Bool) {
        (self.style, self.isExact) = (style, isExact)
    }

    mutating func name(_ model: ClassModel) {
        let inherited = model.superclass?.allMembers ?? []
        // Several subclasses can have the same key.
        let keys = Set((inherited + model.members + model.membersOfSubclasses).map { Array($0.key.utf8) })
        let folds = keys.reduce(into: [:]) {
            $0[Self.fold(String(decoding: $1, as: UTF8.self)), default: 0] += 1
        }
        var names = Set(inherited.map(\.name))
        var numbers = NameNumbers()
        // Keys that are names get them first.
        let ranks = model.members.map { rank($0) }
        for index in model.members.indices.sorted(by: { ranks[$0] < ranks[$1] }) {
            var member = model.members[index]
            let isUnique = folds[Self.fold(member.key)] == 1
            member.name = name(member.key, isUnique: isUnique, besides: names, &numbers)
            names.insert(member.name)
            member.needsKeyRule = !isUnique || !Self.isFound(member.key, by: member.name)
            let exported = style.key(for: member.name)
            if !member.needsKeyRule, !exported.utf8.elementsEqual(member.key.utf8) {
                // A comment can't show the difference between equal Strings.
                if isExact || exported == member.key {
                    member.needsKeyRule = true
                } else {
                    otherSpellings.append((member.key, exported))
                }
            }
            model.members[index] = member
        }
    }

    private func rank(_ member: MemberModel) -> Int {
        let candidates = Words.propertyNames(of: member.key)
        if candidates.contains(member.key) { return 0 }
        return candidates.contains { Self.isFound(member.key, by: $0) } ? 1 : 2
    }

    private func name(
        _ key: String, isUnique: Bool, besides names: Set<String>, _ numbers: inout NameNumbers
    ) -> String {
        let free = Words.propertyNames(of: key).filter {
            !names.contains($0) && !ReservedNames.members.contains($0)
        }
        if isUnique, let exact = free.first(where: { style.key(for: $0) == key }) { return exact }
        if free.contains(key) { return key }
        if let found = free.first(where: { Self.isFound(key, by: $0) }) ?? free.first { return found }
        let base = (Words.propertyNames(of: key).first ?? "value")
        let stem = ReservedNames.members.contains(base) ? base + "Property" : base
        if !names.contains(stem) { return stem }
        // (Digits at the end could run into another number.)
        let separator = stem.last?.isNumber == true ? "_" : ""
        return numbers.name(stem + separator) { !names.contains($0) }
    }

    // MARK: Folding

    private static func fold(_ text: String) -> [UInt8] { Array(KeyFolding.fold(text).utf8) }

    /// Whether a key matches a property by its name.
    static func isFound(_ key: String, by name: String) -> Bool {
        let fold = fold(key)
        return !fold.isEmpty && fold == Self.fold(name)
    }

    /// The key style that reproduces the most keys; the first of several.
    static func style(for models: [ClassModel]) -> ExportOptions.KeyStyle {
        let keys = Set(models.flatMap { $0.members.map(\.key) })
        let names = keys.map { ($0, Words.propertyNames(of: $0)) }
        let counts = ExportOptions.KeyStyle.allCases.map { style in
            names.filter { key, names in names.contains { style.key(for: $0) == key } }.count
        }
        let best = counts.max() ?? 0
        return zip(ExportOptions.KeyStyle.allCases, counts).first { $0.1 == best }?.0 ?? .declared
    }
}
