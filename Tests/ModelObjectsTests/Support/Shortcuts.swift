import Testing

@testable import ModelObjects

/// What tests need that claim more than holds with shortcuts off: `MODELOBJECTS_SHORTCUTS=off`, see Tests/README.md.
extension Trait where Self == ConditionTrait {
    /// For claims about classes that override no hook: about every digit of a number, a key given twice inside of a value,
    /// the column of an unknown key.
    ///
    /// Without the shortcut every class counts as overriding `serializeValue` and gets its values as that documents.
    static var knowsHooks: Self {
        .enabled(
            if: RuntimeShortcuts.enabled.contains(.hookPlaces), "Every class counts as overriding all hooks.")
    }

    /// For long chains that go through structs or other values that nothing can take the place of.
    static var releasesStructs: Self {
        .enabled(
            if: RuntimeShortcuts.enabled.contains(.layout),
            "Models in structs are left to the compiler's code, which recurses.")
    }

    /// For 1,024 levels in one thread.
    static var hasSmallFrames: Self {
        .enabled(
            if: RuntimeShortcuts.enabled == .all,
            "A test's own thread has no room for 1,024 levels of the slow way's unoptimised frames.")
    }
}
