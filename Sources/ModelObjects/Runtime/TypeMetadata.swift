/// Finds the stored properties of a class through the Swift runtime's own reflection entry points.
///
/// These are the functions that `Mirror` uses. This is the only file that imports them.
///
/// Invariants
/// 1. The functions are exported by every Swift runtime since 5.2 with these signatures
///    (stdlib/public/core/ReflectionMirror.swift, stdlib/public/stubs/ReflectionMirror.cpp).
/// 2. An index passed to them is in `0 ..< recursiveCount` of the same type.
/// 3. `FieldMetadata` has the layout of the runtime's `FieldType` record. The runtime fills every member, and the name
///    that it returns stays valid until `freeName` is called, exactly once, after the copy.
/// 4. The runtime counts the fields of the superclass first, so the fields of a class itself start at the superclass's
///    count.
/// 5. The metadata of a metatype has the type as its second word (include/swift/ABI/Metadata.h).
/// 6. The second word of a struct's metadata is the address of its descriptor, which begins with 32 flags. The lowest
///    five are the kind. Another says that the struct, or one of its type parameters, suppresses a protocol such as
///    Copyable (MetadataValues.h).

/// One stored property as the runtime describes it.
///
/// (A class, because a struct would be copied several times for each property.)
final class StoredField: CustomStringConvertible {
    /// The name of the stored property: the declared name, or one that a macro or a property wrapper made.
    let storedName: String
    /// The property's name; `FieldNames` sets it if the property is stored under another name.
    var name: String
    /// A second name, which rules and options also accept; `FieldNames` sets it.
    var otherName: String?
    let type: any Any.Type
    /// The offset in bytes from the start of the object (its header included).
    let offset: Int
    /// False for `let`.
    let isVar: Bool
    /// False for `weak`, `unowned` and `unowned(unsafe)`.
    let isStrong: Bool
    /// Whether this is the storage of a `lazy var`.
    let isLazy: Bool
    /// The class in the inheritance chain that declares it.
    let declaringClass: AnyClass

    init(
        _ name: String, _ type: any Any.Type, offset: Int, isVar: Bool, isStrong: Bool, isLazy: Bool,
        in declaringClass: AnyClass
    ) {
        (storedName, self.name, self.type, self.offset) = (name, name, type, offset)
        (self.isVar, self.isStrong, self.isLazy) = (isVar, isStrong, isLazy)
        self.declaringClass = declaringClass
    }

    /// A declaration, such as `weak var Person.friend: Person?`.
    var description: String {
        "\(isStrong ? "" : "weak ")\(isLazy ? "lazy " : "")\(isVar ? "var" : "let") \(declaringClass).\(name): \(type)"
    }
}

@unsafe
private struct FieldMetadata {
    var name: UnsafePointer<CChar>?
    var freeName: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
    var isStrong = false
    var isVar = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func recursiveCount(_ type: any Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func recursiveChildMetadata(
    _ type: any Any.Type, index: Int, fieldMetadata: UnsafeMutablePointer<FieldMetadata>
) -> any Any.Type

@_silgen_name("swift_reflectionMirror_recursiveChildOffset")
private func recursiveChildOffset(_ type: any Any.Type, index: Int) -> Int

@_silgen_name("swift_getMetadataKind")
private func metadataKind(_ type: any Any.Type) -> UInt

// Values of `MetadataKind` (include/swift/ABI/MetadataKind.def).
private let structKind: UInt = 0x200
private let tupleKind: UInt = 0x301
private let functionKind: UInt = 0x302
private let metatypeKind: UInt = 0x304

/// The direct superclass of a class, or nil for a root class.
func superclass(of type: AnyClass) -> AnyClass? {
    _getSuperclass(type)  // Public in the standard library, for Mirror.
}

/// Whether a class is the other class or inherits from it.
func isSubclass(_ type: AnyClass, of other: AnyClass) -> Bool {
    var current: AnyClass? = type
    while let each = current {
        if each == other { return true }
        current = superclass(of: each)
    }
    return false
}

/// A class of models and its superclasses that are classes of models, starting with the class itself.
func classHierarchy(of type: ModelObject.Type) -> [ModelObject.Type] {
    var classes = [type]
    var current: AnyClass? = superclass(of: type)
    while let model = current as? ModelObject.Type {
        classes.append(model)
        current = superclass(of: model)
    }
    return classes
}

/// The stored properties of a class of models and of its superclasses, without those of `ModelObject` itself; superclass
/// first, each class in the order of its declarations.
func storedFields(of type: ModelObject.Type) -> [StoredField] {
    var fields: [StoredField] = []
    var index = recursiveCount(ModelObject.self)  // Invariant 4.
    for declaringClass in classHierarchy(of: type).dropLast().reversed() {
        let end = recursiveCount(declaringClass)
        while index < end {
            fields.append(storedField(of: type, at: index, declaredBy: declaringClass))
            index += 1
        }
    }
    return fields
}

/// A stored property of a struct.
struct StructField {
    let type: any Any.Type
    /// The offset in bytes from the start of the struct.
    let offset: Int
    /// False for `weak`, `unowned` and `unowned(unsafe)`.
    let isStrong: Bool
}

/// The stored properties of a struct; nil for any other type.
func structFields(of type: any Any.Type) -> [StructField]? {
    guard metadataKind(type) == structKind else { return nil }
    return (0..<recursiveCount(type)).map { index in
        let field = field(of: type, at: index)
        let offset = recursiveChildOffset(type, index: index)
        return StructField(type: field.type, offset: offset, isStrong: field.isStrong)
    }
}

/// Whether a type is a struct whose values can be copied; false for a generic struct that is copyable only for some of its
/// arguments.
///
/// For a property of a generic class, reflection reports the type argument, even if that type is noncopyable.
///
/// (Called only after it was found to be right for two structs: `RuntimeShortcuts.layout`.)
func isCopyableStruct(_ type: any Any.Type) -> Bool {
    guard metadataKind(type) == structKind else { return false }
    let metadata = unsafe unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    // Invariant 6. (A descriptor is in the image of a program, like code.)
    let descriptor = unsafe UnsafePointer<UInt32>(bitPattern: metadata[1] & HookDetection.addressBits)
    guard let flags = unsafe descriptor?.pointee else { return false }
    return flags & 0x1F == 17 && flags & 0x20 == 0
}

/// Whether a struct or a class has a stored property with a name.
func storesProperty(named name: String, in type: any Any.Type) -> Bool {
    guard metadataKind(type) == structKind || type is AnyClass else { return false }
    return (0..<recursiveCount(type)).contains { field(of: type, at: $0).name == name }
}

/// Whether generic code can access a property of a type.
///
/// A property stores a function, or the metatype of a struct or an enum, in a form that differs from that of a generic
/// value, also in an Optional or a tuple. Other containers store it as generic values do.
func isAccessibleGenerically(_ type: any Any.Type) -> Bool {
    switch metadataKind(type) {
    case functionKind:
        return false
    case metatypeKind:
        // Invariant 5.
        return unsafe unsafeBitCast(type, to: UnsafePointer<any Any.Type>.self)[1] is AnyClass
    case tupleKind:
        return (0..<recursiveCount(type)).allSatisfy { isAccessibleGenerically(field(of: type, at: $0).type) }
    default: return containerType(type)?.wrappedType.map(isAccessibleGenerically) ?? true
    }
}

private func field(
    of type: any Any.Type, at index: Int
) -> (name: String, type: any Any.Type, isVar: Bool, isStrong: Bool) {
    var metadata = unsafe FieldMetadata()
    // Invariants 1 to 3.
    let fieldType = unsafe recursiveChildMetadata(type, index: index, fieldMetadata: &metadata)
    defer { unsafe metadata.freeName?(metadata.name) }
    let name = unsafe metadata.name.map { unsafe String(cString: $0) } ?? ""
    return unsafe (withoutBackticks(name), fieldType, metadata.isVar, metadata.isStrong)
}

/// The name of a raw identifier (SE-0451), which the runtime gives in backticks and with no-break spaces.
func withoutBackticks(_ name: String) -> String {
    guard name.utf8.first == UInt8(ascii: "`") else { return name }
    return String(name.dropFirst().dropLast().map { $0 == "\u{A0}" ? " " : $0 })
}

private func storedField(of type: AnyClass, at index: Int, declaredBy declaringClass: AnyClass) -> StoredField
{
    let (name, fieldType, isVar, isStrong) = field(of: type, at: index)
    let lazyPrefix = "$__lazy_storage_$_"
    let isLazy = name.hasPrefix(lazyPrefix)
    let plainName = isLazy ? String(name.dropFirst(lazyPrefix.count)) : name
    return StoredField(
        plainName, fieldType, offset: recursiveChildOffset(type, index: index), isVar: isVar,
        isStrong: isStrong, isLazy: isLazy, in: declaringClass)
}
