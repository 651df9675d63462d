/// A reference to an object that something else keeps alive.
///
/// Copying a strong reference counts it, and threads that count references to the same object slow each other down.
///
/// Invariant
/// 1. The object lives as long as this is used. Each type with such a member says what keeps the object alive.
@safe
struct Unretained<Object: AnyObject> {
    private unowned(unsafe) let reference: Object

    init(_ object: Object) { unsafe reference = object }

    var object: Object { unsafe reference }  // Invariant 1.
}
