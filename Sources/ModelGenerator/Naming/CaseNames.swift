enum CaseNames {
    static func names(of values: [EnumModel.Value]) -> [String] {
        var used: Set<String> = []
        var numbers = NameNumbers()
        return values.map { value in
            let base: String
            switch value {
            case .text(let text):
                base = Words.propertyNames(of: text).first ?? (text.isEmpty ? "empty" : "value")
            case .integer(let number): base = number < 0 ? "minus\(number.magnitude)" : "value\(number)"
            }
            // Excludes `none`, a case of Optional, and the names of members that every enum has.
            let stem =
                ["none", "some", "allCases", "rawValue", "hashValue", "self", "init", "Type"].contains(base)
                ? base + "Value" : base
            if used.insert(stem).inserted { return stem }
            return numbers.name(stem + "_") { used.insert($0).inserted }
        }
    }
}
