import Foundation

/// The stored properties of a class that can hold models.
///
/// Made from the types of the fields alone, without the class's rules, because objects of a class that is never mapped
/// are freed, too.
///
/// Invariant
/// 1. Content that is read from words (`reference`, `wordOffset`), and fields of structs, are only in plans made with
///    the shortcut `RuntimeShortcuts.layout` on.
final class ReleasePlan: @unchecked Sendable {  // Immutable.
    /// How a property holds models.
    enum Content: BitwiseCopyable {
        /// A reference or an optional one: one word, nil is zero.
        case reference
        /// An Optional or a container.
        ///
        /// It holds no model if the word at `wordOffset` is zero or `emptyWord`. Without an offset, no word is read.
        case value(any ContainerType.Type, wordOffset: Int?, emptyWord: UInt)
        case untyped
    }

    struct Field: BitwiseCopyable {
        let offset: Int
        let content: Content
    }

    let fields: ImmortalBuffer<Field>
    /// Releasing an object of the class cannot lead to the release of another object.
    let isLeaf: Bool

    private static let table = PublishedTable<ReleasePlan>()

    /// Lends the plan of a class, without a lock and without reference counting.
    @inline(__always)
    static func with<Result>(_ type: ModelObject.Type, _ body: (ReleasePlan) -> Result) -> Result {
        table.withElement(for: type, body) ?? body(make(type))
    }

    @inline(never)
    private static func make(_ type: ModelObject.Type) -> ReleasePlan {
        table.add(ReleasePlan(storedFields(of: type)), for: type)
    }

    /// Makes the plan of a class whose fields are known: reflection takes longer than the rest.
    static func prepare(_ type: ModelObject.Type, _ stored: [StoredField]) {
        if table.withElement(for: type, { _ in }) == nil { table.add(ReleasePlan(stored), for: type) }
    }

    private init(_ stored: [StoredField]) {
        isLeaf = !stored.isEmpty && stored.allSatisfy { Self.isPlain($0.type) }
        // Without a list, the compiler's code releases the models.
        let released = ReleaseList.isAvailable ? stored.filter(\.isStrong) : []
        fields = ImmortalBuffer(released.flatMap { Self.fields(of: $0.type, at: $0.offset) })
    }

    /// The field of a type, or those of a struct; empty if it cannot hold models.
    private static func fields(of type: any Any.Type, at offset: Int) -> [Field] {
        if isPlain(type) { return [] }
        if let content = content(of: type) { return [Field(offset: offset, content: content)] }
        guard mayHoldModels(type), let inner = copyableFields(of: type) else { return [] }
        return inner.flatMap { $0.isStrong ? fields(of: $0.type, at: offset + $0.offset) : [] }
    }

    private static func content(of type: any Any.Type) -> Content? {
        if type == Any.self { return .untyped }
        if readsWords, isReference(type) { return .reference }
        guard let type = containerType(type), mayHoldModels(type), isMovable(type) else { return nil }
        return .value(type, wordOffset: readsWords ? wordOffset(in: type) : nil, emptyWord: type.emptyWord)
    }

    /// Invariant 1.
    private static let readsWords = RuntimeShortcuts.enabled.contains(.layout)

    /// The stored properties of a struct whose values can be copied; nil for any other type, and without the shortcut.
    private static func copyableFields(of type: any Any.Type) -> [StructField]? {
        readsWords && isCopyableStruct(type) ? structFields(of: type) : nil
    }

    /// Whether generic code can move a value out of an Optional.
    ///
    /// False for noncopyable types, and for types with a weak or an unowned reference: the compiler and the runtime
    /// represent nil differently for an Optional of a struct with an optional unowned reference. Parts of other types,
    /// such as the payloads of an enum, may be any of these.
    private static func isMovable(_ type: any Any.Type) -> Bool {
        func isTooSmallForReference<Value>(_: Value.Type) -> Bool {
            MemoryLayout<Value>.size < MemoryLayout<UInt>.size
        }
        // A type that contains itself, or that occurs again, adds nothing.
        var visited = plainTypes
        func isMovable(_ type: any Any.Type) -> Bool {
            if type is AnyClass || type == Any.self || visited.contains(where: { $0 == type }) { return true }
            visited.append(type)
            if let type = containerType(type) {
                // An array, a set or a dictionary has one word, whatever it contains.
                return type.emptyWord != 0 || type.contentTypes.allSatisfy(isMovable)
            }
            return copyableFields(of: type)?.allSatisfy { $0.isStrong && isMovable($0.type) }
                ?? _openExistential(type, do: isTooSmallForReference)
        }
        return isMovable(type)
    }

    private static func isReference(_ type: any Any.Type) -> Bool {
        type is ModelObject.Type || containerType(type)?.wrappedType is ModelObject.Type
    }

    /// The offset of a word that shows whether an Optional or a container holds anything.
    ///
    /// In an optional struct, that word is a reference to a model: it is never zero in the struct, and it is zero or
    /// meaningless in an Optional of the struct that is nil. If the struct has only one reference, that one may be nil
    /// itself.
    private static func wordOffset(in type: any ContainerType.Type) -> Int? {
        func isWord<Value>(_: Value.Type) -> Bool { MemoryLayout<Value>.size == MemoryLayout<UInt>.size }
        guard let wrapped = type.wrappedType, containerType(wrapped) == nil else {
            return _openExistential(type as any Any.Type, do: isWord) ? 0 : nil
        }
        let references = (copyableFields(of: wrapped) ?? []).filter { mayHoldModels($0.type) }
        if let model = references.first(where: { $0.type is ModelObject.Type }) { return model.offset }
        return references.count == 1 && isReference(references[0].type) ? references[0].offset : nil
    }

    /// Whether values of a type contain no references. (Other types may contain models that no plan finds: in
    /// a struct, an object or a closure.)
    private static func isPlain(_ type: any Any.Type) -> Bool {
        isPlainType(type)
            || containerType(type)?.contentTypes.allSatisfy(isPlain) == true
    }

    /// Whether a value of a type can be or contain a model, judging by structs and the standard containers.
    private static func mayHoldModels(_ type: any Any.Type) -> Bool {
        // A type that contains itself adds nothing.
        var visited = plainTypes
        func mayHold(_ type: any Any.Type) -> Bool {
            if type is ModelObject.Type || type == Any.self { return true }
            if visited.contains(where: { $0 == type }) { return false }
            visited.append(type)
            if let type = containerType(type) { return type.contentTypes.contains(where: mayHold) }
            return copyableFields(of: type)?.contains { $0.isStrong && mayHold($0.type) } == true
        }
        return mayHold(type)
    }
}
