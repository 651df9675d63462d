import ModelObjects

/// Writes classes and enums as Swift source.
struct SourceWriter {
    private(set) var text = ""
    /// With more rules, the compiler is faster if each rule is a statement.
    private static let maximumRulesInLiteral = 60

    mutating func line(_ line: String = "", indent: Int = 0) {
        text += (line.isEmpty ? "" : String(repeating: "    ", count: indent)) + line + "\n"
    }

    /// Writes a comment; line ends in it begin new lines.
    mutating func comment(_ comment: String, mark: String = "//", indent: Int = 0) {
        for part in comment.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            let safe = String(
                String.UnicodeScalarView(part.unicodeScalars.map { Self.isPrintable($0) ? $0 : " " }))
            line(safe.isEmpty ? mark : "\(mark) \(safe)", indent: indent)
        }
    }

    mutating func write(_ model: ClassModel) {
        if let documentation = model.documentation { comment(documentation, mark: "///") }
        let isFinal = model.discriminator == nil && model.subclasses.isEmpty
        let head = "\(isFinal ? "final " : "")class \(model.name): \(model.superclass?.name ?? "ModelObject")"
        let rules = model.members.compactMap(Self.rule)
        let keepsKeys = model.hasOtherKeys && !model.lineage.dropLast().contains(where: \.hasOtherKeys)
        if model.members.isEmpty && model.discriminator == nil && !keepsKeys { return line(head + " {}") }
        line(head + " {")
        for member in model.members { write(member) }
        if !rules.isEmpty {
            if !model.members.isEmpty { line() }
            write(rules)
        }
        if keepsKeys {
            if !model.members.isEmpty { line() }
            line("/// Keeps the keys without a property: see unknownValues().", indent: 1)
            line(
                "override class var mappingOptions: MappingOptions { MappingOptions(unknownKeys: .keep) }",
                indent: 1)
        }
        if let discriminator = model.discriminator {
            if !model.members.isEmpty || keepsKeys { line() }
            write(discriminator, of: model)
        }
        line("}")
    }

    private mutating func write(_ member: MemberModel) {
        if let documentation = member.documentation { comment(documentation, mark: "///", indent: 1) }
        if let uncertain = member.comment { comment(uncertain, indent: 1) }
        let name = ReservedNames.escaped(member.name)
        guard let value = member.constant.flatMap({ member.type.literal($0) }) ?? member.type.defaultSource
        else {
            return line("var \(name): \(member.type.source)", indent: 1)
        }
        let type = member.type.isClearFromDefault ? "" : ": \(member.type.source)"
        line("var \(name)\(type) = \(value)", indent: 1)
    }

    // MARK: Rules

    private static func rule(_ member: MemberModel) -> (property: String, rule: String)? {
        var rule = ""
        if member.needsKeyRule {
            let isLiteral = isLiteral(member.key) || KeyFolding.fold(member.key).isEmpty
            rule += (isLiteral ? ".literalKey(" : ".key(") + SwiftLiteral.string(member.key) + ")"
        }
        if let format = member.type.dateFormat { rule += ".date(\(format.source))" }
        if member.isRequired { rule += ".required" }
        return rule.isEmpty ? nil : (member.name, rule)
    }

    /// Whether a key can't be declared as a path, whose parts end at dots, and in which brackets look like an index.
    private static func isLiteral(_ key: String) -> Bool { key.contains { ".[]".contains($0) } }

    private mutating func write(_ rules: [(property: String, rule: String)]) {
        line("override class var propertyRules: [String: PropertyRule] {", indent: 1)
        if let (property, rule) = rules.first, rules.count == 1 {
            line("[\(SwiftLiteral.string(property)): \(rule)]", indent: 2)
        } else if rules.count <= Self.maximumRulesInLiteral {
            line("[", indent: 2)
            for (property, rule) in rules { line("\(SwiftLiteral.string(property)): \(rule),", indent: 3) }
            line("]", indent: 2)
        } else {
            line("var rules: [String: PropertyRule] = [:]", indent: 2)
            for (property, rule) in rules {
                line("rules[\(SwiftLiteral.string(property))] = \(rule)", indent: 2)
            }
            line("return rules", indent: 2)
        }
        line("}", indent: 1)
    }

    private mutating func write(_ discriminator: DiscriminatorModel, of model: ClassModel) {
        line("override class var discriminator: Discriminator? {", indent: 1)
        line(Self.isLiteral(discriminator.key) ? ".literalKey(" : ".key(", indent: 2)
        line("\(SwiftLiteral.string(discriminator.key)),", indent: 3)
        let fallback = (discriminator.fallback ?? model).name
        let classes = discriminator.classes.map { "\(SwiftLiteral.string($0)): \($1.name).self" }
        if classes.count == 1 {
            line("[\(classes[0])], fallback: \(fallback).self)", indent: 3)
        } else {
            line("[", indent: 3)
            for text in classes { line(text + ",", indent: 4) }
            line("], fallback: \(fallback).self)", indent: 3)
        }
        line("}", indent: 1)
    }

    mutating func write(_ model: EnumModel) {
        if let documentation = model.documentation { comment(documentation, mark: "///") }
        line("enum \(model.name): \(model.isText ? "String" : "Int"), CaseIterable {")
        for (name, value) in zip(model.cases, model.values) {
            switch value {
            case .text(let text):
                // Equal Strings can have different bytes.
                let isName = text.utf8.elementsEqual(name.utf8)
                let raw = isName ? "" : " = \(SwiftLiteral.string(text))"
                line("case \(ReservedNames.escaped(name))\(raw)", indent: 1)
            case .integer(let number): line("case \(name) = \(number)", indent: 1)
            }
        }
        line("}")
    }

    fileprivate static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            false
        default: true
        }
    }
}

enum SwiftLiteral {
    /// A string literal on one line; invisible characters are escaped.
    static func string(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": literal += "\\\""
            case "\\": literal += "\\\\"
            case "\n": literal += "\\n"
            case "\t": literal += "\\t"
            // A combining mark must not change the character before it.
            case _ where !SourceWriter.isPrintable(scalar) || scalar.properties.generalCategory.isMark:
                literal += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}

extension Unicode.GeneralCategory {
    fileprivate var isMark: Bool { self == .nonspacingMark || self == .spacingMark || self == .enclosingMark }
}
