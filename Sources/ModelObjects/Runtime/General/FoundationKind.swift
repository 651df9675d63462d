import Foundation

/// The kind of value that a Foundation object holds.
///
/// On Apple platforms JSONSerialization returns objects of private classes (`NSTaggedPointerString`, `__NSCFNumber`,
/// `__NSDictionaryI`), and casting each value takes longer than all other work on it. So each class is examined once,
/// and then looked up by the address of its type.
enum FoundationKind {
    case null, string, number, decimal, array, dictionary

    private final class Known: Sendable {
        let kind: FoundationKind
        init(_ kind: FoundationKind) { self.kind = kind }
    }

    private static let table = PublishedTable<Known>()

    /// The kind of a value that an Any holds as this type, if `of` found one before; nil for types that aren't classes.
    @inline(__always)
    static func known(boxedAs type: any Any.Type) -> FoundationKind? {
        table.withElement(for: type) { $0.kind }
    }

    /// The kind of an object, determined by its class; nil for objects of other classes.
    ///
    /// - Parameter boxed: the type under which an Any holds the object: its class, or a superclass.
    static func of(_ type: AnyClass, boxedAs boxed: any Any.Type) -> FoundationKind? {
        if let known = known(boxedAs: boxed) { return known }
        guard let kind = of(type) else { return nil }
        // An Any that holds an NSObject or an NSNumber may hold an object of another kind the next time.
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
