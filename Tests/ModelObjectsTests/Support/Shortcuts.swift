import Testing

@testable import ModelObjects

/// Conditions for tests whose claims do not hold with shortcuts off: `MODELOBJECTS_SHORTCUTS=off`, see
/// Tests/README.md.
extension Trait where Self == ConditionTrait {
    /// For claims about classes that override no hook: every digit of a number, a repeated key inside a value, the
    /// column of an unknown key.
    ///
    /// Without the shortcut, every class counts as overriding `serializeValue` and gets its values as that method
    /// documents.
    static var knowsHooks: Self {
        .enabled(
            if: RuntimeShortcuts.enabled.contains(.hookPlaces), "Every class counts as overriding all hooks.")
    }

    /// For long chains through structs or other values that cannot be replaced before they are released.
    static var releasesStructs: Self {
        .enabled(
            if: RuntimeShortcuts.enabled.contains(.layout),
            "Models in structs are left to the compiler's code, which recurses.")
    }

    /// For 500 to 1,024 nested levels on a test's own thread.
    static var hasSmallFrames: Self {
        .enabled(
            if: RuntimeShortcuts.enabled == .all && !Sanitizer.isOn,
            "A test's own thread has no room for so many large frames: unoptimized, or of a sanitizer.")
    }
}
