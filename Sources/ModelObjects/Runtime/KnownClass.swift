/// Gives models that were made as instances of a class the static type of that class, without a cast at run time.
///
/// The mapper makes objects of a class that it knows as a metatype. Code that knows the class as a type, often generic
/// code that is not specialized, receives them through these functions.
///
/// Invariants
/// 1. Every object is an instance of the class or of a subclass: the caller made it from a metatype `Model.Type`, or
///    from one that it checked to be a subclass. (Checked in debug builds.)
/// 2. Containers of class references have one layout for all classes (see `PropertyStorage.storeModels`), if
///    the shortcut is on.
enum KnownClass {
    @inline(__always)
    static func model<Model: ModelObject>(_ object: ModelObject, as type: Model.Type) -> Model {
        unsafe unsafeDowncast(object, to: Model.self)  // Invariant 1; checks it in debug builds.
    }

    static func array<Model: ModelObject>(
        _ objects: [ModelObject], as type: Model.Type, _ shortcuts: RuntimeShortcuts
    ) -> [Model] {
        assert(objects.allSatisfy { $0 is Model })
        guard shortcuts.contains(.layout) else { return objects.map { model($0, as: type) } }
        return unsafe unsafeBitCast(objects, to: [Model].self)  // Invariants 1 and 2.
    }

    static func dictionary<Model: ModelObject>(
        _ objects: [String: ModelObject], as type: Model.Type, _ shortcuts: RuntimeShortcuts
    ) -> [String: Model] {
        assert(objects.values.allSatisfy { $0 is Model })
        guard shortcuts.contains(.layout) else { return objects.mapValues { model($0, as: type) } }
        return unsafe unsafeBitCast(objects, to: [String: Model].self)  // Invariants 1 and 2.
    }
}
