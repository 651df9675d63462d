import Foundation

/// The names of classes in archives.
enum ArchiveClassName {
    /// A class's module and nesting path, the same in every process: `App.User`, `App.Screen.Row`,
    /// `App.Box<Swift.Int>`.
    ///
    /// The runtime distinguishes private and local classes by a hash of the file or by an address. These parts are left
    /// out.
    static func standard(_ type: AnyClass) -> String {
        let name = String(reflecting: type)
        guard name.utf8.contains(UInt8(ascii: "(")) else { return name }
        return name.replacingOccurrences(
            of: #"\(unknown context at [^()]*\)\.?"#, with: "", options: .regularExpression
        ).replacingOccurrences(of: #"\(([^()]*) in _[^()]*\)"#, with: "$1", options: .regularExpression)
    }

    /// The model class with a plain `Module.Class` name of ASCII letters, digits and `_`.
    ///
    /// Any other text is rejected before it reaches the runtime, whose name parser is not designed for untrusted input.
    /// Private, nested and generic classes have no such name.
    static func plainClass(_ name: String) -> ModelObject.Type? {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy(isIdentifier) else { return nil }
        // Length and name of the module and of the class, and C for class (Swift's docs/ABI/Mangling.rst).
        let mangled = parts.map { "\($0.count)\(Substring($0))" }.joined() + "C"
        return _typeByName(mangled) as? ModelObject.Type
    }

    private static func isIdentifier(_ part: Substring.UTF8View) -> Bool {
        guard let first = part.first, !(UInt8(ascii: "0")...UInt8(ascii: "9") ~= first), part.count <= 256
        else { return false }
        return Substring(part).allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
    }
}
