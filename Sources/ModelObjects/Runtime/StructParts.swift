/// The stored properties of a struct, to compare two values part by part without a Mirror, which takes ten times as
/// long.
///
/// Invariants
/// 1. Offsets and types come from the runtime's description of the struct: the memory at each offset of a value holds an
///    initialized value of the type. (Only with the shortcut `RuntimeShortcuts.layout`.)
/// 2. All parts are strong, and generic code can read them.
final class StructParts: Sendable {
    /// Nil if a part is weak or a closure, or if no part is known: without reflection metadata, each has the type `()`.
    private let fields: [StructField]?

    private static let table = PublishedTable<StructParts>()

    private init(_ type: any Any.Type) {
        let fields = RuntimeShortcuts.enabled.contains(.layout) ? structFields(of: type) ?? [] : []
        let areReadable = fields.allSatisfy { $0.isStrong && isAccessibleGenerically($0.type) }
        let isUnknown = fields.allSatisfy { $0.type == Void.self }
        self.fields = isUnknown || !areReadable ? nil : fields
    }

    /// The parts of two structs of one type that have different bits; nil for other values, and for structs that only a
    /// Mirror can take apart.
    static func differing(_ left: Any, _ right: Any) -> [(left: Any, right: Any)]? {
        func differing<Struct>(_ left: Struct) -> [(left: Any, right: Any)]? {
            let type = Struct.self
            let parts = table.element(for: type) ?? table.add(StructParts(type), for: type)
            guard let fields = parts.fields, let right = exactly(right, as: type) else { return nil }
            return unsafe withUnsafePointer(to: left) { left in
                unsafe withUnsafePointer(to: right) { right in
                    fields.compactMap { field in
                        unsafe Self.pair(
                            UnsafeRawPointer(left) + field.offset, UnsafeRawPointer(right) + field.offset,
                            of: field.type)
                    }
                }
            }
        }
        return _openExistential(left, do: differing)
    }

    /// Two parts of a type; nil if they have equal bits.
    private static func pair(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, of type: any Any.Type
    ) -> (left: Any, right: Any)? {
        func pair<Part>(_: Part.Type) -> (left: Any, right: Any)? {
            // Invariants 1 and 2.
            let left = unsafe left.assumingMemoryBound(to: Part.self).pointee
            let right = unsafe right.assumingMemoryBound(to: Part.self).pointee
            return haveEqualBits(left, right) ? nil : (left, right)
        }
        return _openExistential(type, do: pair)
    }
}
