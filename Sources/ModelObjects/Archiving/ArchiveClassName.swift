import Foundation

/// The names of classes in archives.
enum ArchiveClassName {
    /// A class's module and nesting path, the same in every process: `App.User`, `App.Screen.Row`,
    /// `App.Box<Swift.Int>`.
    ///
    /// The runtime distinguishes private and local classes by a hash of the file or by an address. These parts are left
    /// out.
    static func standard(_ type: AnyClass) -> String {
        let name = portable(_typeName(type))
        guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
        return name.replacingOccurrences(
            of: #"\(unknown context at [^()]*\)\.?"#, with: "", options: .regularExpression
        ).replacingOccurrences(of: #"\(([^()]*) in _[^()]*\)"#, with: "$1", options: .regularExpression)
    }

    /// The name with Foundation's types as Apple platforms call them: there `App.Box<Foundation.Date>`, on Linux
    /// `App.Box<FoundationEssentials.Date>`.
    static func portable(_ name: String) -> String {
        // Only generic classes, and those in extensions, contain names of other types.
        guard name.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "(") }) else {
            return name
        }
        return appleNames.reduce(name) { name, row in
            name.replacingOccurrences(
                of: #"(?<![\w.])"# + row.pattern, with: row.replacement, options: .regularExpression)
        }
    }

    private static let appleNames: [(pattern: String, replacement: String)] = [
        (#"Foundation(Essentials|Internationalization|Networking|XML)(?=[.)])"#, "Foundation"),
        (#"Foundation\.CGFloat\b"#, "CoreGraphics.CGFloat"),
        (#"Foundation\.Decimal\b"#, "__C.NSDecimal"),
        // Types of C and Objective-C; Swift leaves out the prefix of some.
        (#"Foundation\.(Unit\w*|Dimension|ComparisonResult)\b"#, "__C.NS$1"),
        (#"Foundation\.(?=_?NS[A-Z]|CG[A-Z])"#, "__C."),
    ]

    /// The model class with a plain `Module.Class` name of ASCII letters, digits and `_`.
    ///
    /// Any other text is rejected before it reaches the runtime, whose name parser is not designed for untrusted input.
    /// Private, nested and generic classes have no such name.
    static func plainClass(_ name: String) -> ModelObject.Type? {
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")) else { return nil }
        let (module, type) = (name.utf8[..<dot], name.utf8[dot...].dropFirst())
        guard isIdentifier(module), isIdentifier(type) else { return nil }
        // Length and name of the module and of the class, and C for class (Swift's docs/ABI/Mangling.rst).
        let mangled = "\(module.count)\(Substring(module))\(type.count)\(Substring(type))C"
        return _typeByName(mangled) as? ModelObject.Type
    }

    private static func isIdentifier(_ part: Substring.UTF8View) -> Bool {
        guard let first = part.first, !isDigit(first), part.count <= 256 else { return false }
        return part.allSatisfy { byte in
            isDigit(byte) || UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || byte == UInt8(ascii: "_")
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte }
}
