/// Gives classes and enums names that are unique in a module.
struct TypeNames {
    private var used: Set<String> = []
    private var numbers = NameNumbers()

    mutating func name(_ model: ClassModel) { model.name = name(model.nameHints) }
    mutating func name(_ model: EnumModel) { model.name = name(model.nameHints) }

    private mutating func name(_ hints: [String]) -> String {
        // A property may have the same name as a type without a capital.
        let names = hints.map { hint in
            ReservedNames.isType(hint) || !Words.beginsWithCapital(hint) ? hint + "Model" : hint
        }
        if let free = names.first(where: { used.insert($0.lowercased()).inserted }) { return free }
        let stem = names.first ?? "Item"
        return numbers.name(stem) { !ReservedNames.isType($0) && used.insert($0.lowercased()).inserted }
    }
}
