import Foundation

/// The shortcuts that depend on how the Swift runtime lays out values and classes.
///
/// None of them is required: if a shortcut is off, the surrounding code gives the same result with typed
/// access and plain assignment, but more slowly. Each shortcut is verified once, with `RuntimeProbe`, before
/// the first object is decoded. Schemas, export layouts and release plans decide once which shortcuts to use,
/// so the loops over values check nothing.
///
/// Invariant
/// 1. `verified` is set once and never changes; its probe is not used afterwards.
struct RuntimeShortcuts: OptionSet, Sendable {
    let rawValue: UInt8

    /// Values have the memory layouts that `RuntimeObservations` lists: references, Optionals, Strings, containers,
    /// structs, and `Any`, which is verified later (`UntypedLayout`).
    ///
    /// Otherwise each value is read and written as its own type, an `Any` is opened, and elements of arrays are cast
    /// one by one. Models in structs are not moved out of a dying object (`ReleasePlan`).
    static let layout = RuntimeShortcuts(rawValue: 1 << 0)
    /// Overrides are found by comparing methods in a class's metadata (`HookDetection`).
    ///
    /// Otherwise each class counts as overriding all hooks (see `ObjectMapper.needsWillMapResult`). A class
    /// that a discriminator chooses then runs an inherited `willMap` twice.
    static let hookPlaces = RuntimeShortcuts(rawValue: 1 << 1)

    /// The words that describe a type identify its container and the types of its content (`GenericType`).
    ///
    /// Otherwise a type is cast to `ContainerType`.
    static let genericArguments = RuntimeShortcuts(rawValue: 1 << 2)

    static let all: RuntimeShortcuts = [.layout, .hookPlaces, .genericArguments]

    /// The shortcuts that are valid on this runtime and not turned off.
    ///
    /// Stops the program if stored properties cannot be found: there is no slow path without them.
    static var enabled: RuntimeShortcuts { unsafe verified.shortcuts }  // Invariant 1.

    /// The shortcuts, and the probe that was examined.
    ///
    /// The probe is kept alive, because freeing a model makes a release plan, which needs the shortcuts.
    private nonisolated(unsafe) static let verified: (shortcuts: RuntimeShortcuts, probe: RuntimeProbe) = {
        let probe = RuntimeProbe()
        let fields = storedFields(of: RuntimeProbe.self)
        if fields.isEmpty {
            fatalError("ModelObjects cannot find properties: this program has no reflection metadata.")
        }
        if let mistake = probe.mistake(in: fields) { fatalError(sentence(mistake)) }
        var shortcuts: RuntimeShortcuts = []
        if RuntimeObservations(probe).areAsExpected { shortcuts.insert(.layout) }
        if HookDetection.ClassRecord(of: ModelObject.self).wordCount != nil { shortcuts.insert(.hookPlaces) }
        if GenericType.isAsExpected { shortcuts.insert(.genericArguments) }
        // For tests. A release build reads no environment variable.
        let environment = isDebugBuild ? ProcessInfo.processInfo.environment : [:]
        if environment["MODELOBJECTS_SHORTCUTS"] == "off" { shortcuts = [] }
        return (shortcuts, probe)
    }()

    /// Whether the library is compiled for debugging. (In `.ci/run`, its tests always are.)
    static var isDebugBuild: Bool {
        #if DEBUG
        true
        #else
        false
        #endif
    }

    /// The message with which the program stops if the library cannot work with the runtime.
    static func sentence(_ mistake: String) -> String {
        let system = ProcessInfo.processInfo.operatingSystemVersionString
        let runtime = "Swift \(_SwiftStdlibVersion.current), \(MemoryLayout<UInt>.size * 8) bits, \(system)"
        return "ModelObjects cannot work with this Swift runtime (\(runtime)): it \(mistake)."
    }
}
