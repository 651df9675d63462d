import Foundation

/// Converts an XML property list to a binary one, so that values have only one reader.
///
/// Foundation reads `CF$UID` as an opaque object, which it writes as the UID of a keyed archive.
///
/// Invariant 1. No pointer is passed to Foundation.
enum XMLPlist {
    /// Whether these are the bytes of an XML text.
    static func isXML(_ bytes: [UInt8]) -> Bool {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes[3...] : bytes[...]
        return text.first { !" \t\r\n".utf8.contains($0) } == UInt8(ascii: "<")
            || bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    }

    /// The bytes of a binary property list with the same values.
    static func binary(_ bytes: [UInt8]) throws(PlistFailure) -> [UInt8] {
        let binary = try? withAutoreleasePool {
            let list = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), format: nil)  // 1
            return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        }
        guard let binary else { throw PlistFailure(.notXMLPropertyList) }
        return [UInt8](binary)
    }
}
