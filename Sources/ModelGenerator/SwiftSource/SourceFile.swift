import ModelObjects

/// The classes of one root, ready to be written.
struct SourceFile {
    /// The paths of the files that the classes come from.
    let origins: [String]
    var classes: [ClassModel]
    var enums: [EnumModel] = []
    private(set) var style = ExportOptions.KeyStyle.declared
    private var otherSpellings: [(key: String, exported: String)] = []

    /// The name of the root's class.
    var name: String { classes.first?.name ?? "" }

    init(origins: [String], classes: [ClassModel], enums: [EnumModel] = []) {
        (self.origins, self.classes, self.enums) = (origins, classes, enums)
    }

    /// Names all types, cases and properties.
    ///
    /// - Parameter isExact: Whether every key that the key style spells differently gets a rule.
    fileprivate mutating func assignNames(_ types: inout TypeNames, isExact: Bool) throws(Failure) {
        for model in classes {
            var keys: Set<String> = []
            for key in model.allMembers.map(\.key) where !keys.insert(key).inserted {
                throw Failure(
                    "The key \"\(key)\" occurs in two Unicode spellings, of which an export can have only one.",
                    at: origins.joined(separator: ", "))
            }
        }
        for model in classes where model.name.isEmpty { types.name(model) }
        for model in enums {
            types.name(model)
            model.cases = CaseNames.names(of: model.values)
        }
        style = MemberNames.style(for: classes)
        var names = MemberNames(style: style, isExact: isExact)
        // A subclass comes after its superclass, whose names it must not take.
        var named: Set<ObjectIdentifier> = []
        for model in classes.flatMap(\.lineage) where named.insert(ObjectIdentifier(model)).inserted {
            names.name(model)
        }
        otherSpellings = names.otherSpellings
    }

    var source: String {
        var writer = SourceWriter()
        // Without folders, which differ between machines.
        let names = origins.map { Input.fileName(of: $0) }
        writer.comment("Made by modelgen from \(names.joined(separator: ", ")).")
        writer.comment("")
        writer.comment(styleComment)
        let members = classes.flatMap(\.members)
        writer.line()
        if members.contains(where: \.type.needsFoundation) { writer.line("import Foundation") }
        writer.line("import ModelObjects")
        for model in classes {
            writer.line()
            writer.write(model)
        }
        for model in enums {
            writer.line()
            writer.write(model)
        }
        return writer.text
    }

    private var styleComment: String {
        let options = style == .declared ? "ExportOptions()" : "ExportOptions(keyStyle: .\(style))"
        var comment = "\(options) exports keys as the payload spells them"
        if otherSpellings.isEmpty { return comment + "." }
        comment += ", except for:"
        var seen: Set<String> = []
        let shown = otherSpellings.filter { seen.insert($0.key).inserted }
        for (key, exported) in shown.prefix(8) { comment += "\n- \(key), which it exports as \(exported)" }
        if shown.count > 8 { comment += "\n- \(shown.count - 8) more" }
        return comment + "\nWith --exact-keys, modelgen adds rules for these keys."
    }
}

extension [SourceFile] {
    /// Names all types, cases and properties of the files.
    ///
    /// The root's class of each file has the file's name, so these are named first.
    mutating func assignNames(isExact: Bool) throws(Failure) {
        var types = TypeNames()
        for file in self {
            if let root = file.classes.first { types.name(root) }
        }
        for index in indices { try self[index].assignNames(&types, isExact: isExact) }
    }
}
