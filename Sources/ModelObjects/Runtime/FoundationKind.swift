import Foundation

/// What an object of Foundation's holds.
///
/// On Apple platforms JSONSerialization gives objects of private classes (`NSTaggedPointerString`, `__NSCFNumber`,
/// `__NSDictionaryI`), and a cast of each value takes longer than all else that is done with it. So each class is
/// looked at once, and then known by the address of its type.
enum FoundationKind {
    case null, string, number, decimal, array, dictionary

    private final class Known: Sendable {
        let kind: FoundationKind
        init(_ kind: FoundationKind) { self.kind = kind }
    }

    private static let table = PublishedTable<Known>()

    /// The kind of what an Any holds as this type, if `of` found one before; nil for types that are no classes.
    @inline(__always)
    static func known(boxedAs type: any Any.Type) -> FoundationKind? {
        table.withElement(for: type) { $0.kind }
    }

    /// The kind of an object, by its class; nil for objects of other classes.
    ///
    /// - Parameter boxed: the type as which an Any holds the object: its class, or a superclass.
    static func of(_ type: AnyClass, boxedAs boxed: any Any.Type) -> FoundationKind? {
        guard let kind = of(type) else { return nil }
        // What holds an NSObject or an NSNumber may hold an object of another kind the next time.
        if boxed != NSNumber.self, let boxedClass = boxed as? AnyClass, of(boxedClass) == kind {
            table.add(Known(kind), for: boxed)
        }
        return kind
    }

    private static func of(_ type: AnyClass) -> FoundationKind? {
        if isSubclass(type, of: NSNumber.self) {
            return isSubclass(type, of: NSDecimalNumber.self) ? .decimal : .number
        }
        if isSubclass(type, of: NSString.self) { return .string }
        if isSubclass(type, of: NSDictionary.self) { return .dictionary }
        if isSubclass(type, of: NSArray.self) { return .array }
        return isSubclass(type, of: NSNull.self) ? .null : nil
    }
}
