import Foundation

/// The shortcuts that depend on how the Swift runtime lays out values and classes.
///
/// None of them is needed: where one is off, the code around it does the same through typed access and plain assignment,
/// only slower. Each is verified once, with `RuntimeProbe`, before the first object is filled. What depends on one is
/// decided when a schema, an export layout or a release plan is made, so that the loops over values ask nothing.
///
/// Invariant
/// 1. `verified` is set once and never changes; its probe is not used afterwards.
struct RuntimeShortcuts: OptionSet, Sendable {
    let rawValue: UInt8

    /// Values lie in memory as `RuntimeObservations` lists: references, Optionals, Strings, containers, structs, `Any`.
    ///
    /// Else: each value is read and written as one of its own type, an `Any` is opened, elements of arrays are cast one by
    /// one, and of a dying object that is moved out for which nil or an empty container can stand in (`ReleasePlan`).
    static let layout = RuntimeShortcuts(rawValue: 1 << 0)
    /// A class's methods are compared in its metadata (`HookDetection`).
    ///
    /// Else: each class counts as overriding all hooks (see `ObjectMapper.changesPayload`).
    static let hookPlaces = RuntimeShortcuts(rawValue: 1 << 1)

    static let all: RuntimeShortcuts = [.layout, .hookPlaces]

    /// The shortcuts that hold on this runtime and are not turned off.
    ///
    /// Ends the program where stored properties cannot be found: there is no slow way without them.
    static var enabled: RuntimeShortcuts { unsafe verified.shortcuts }  // Invariant 1.

    /// The shortcuts, and the objects that were looked at.
    ///
    /// They are kept: when a model is freed, its release plan asks for the shortcuts, which are not known before this is
    /// done.
    private nonisolated(unsafe) static let verified: (shortcuts: RuntimeShortcuts, probe: RuntimeProbe) = {
        let probe = RuntimeProbe()
        let fields = RuntimeProbe.reportedFields()
        if let mistake = probe.mistake(in: fields) { fatalError(sentence(mistake)) }
        var shortcuts: RuntimeShortcuts = []
        if RuntimeObservations(probe, fields).areAsExpected { shortcuts.insert(.layout) }
        if HookDetection.ClassRecord(of: ModelObject.self).wordCount != nil { shortcuts.insert(.hookPlaces) }
        #if DEBUG
        // For tests. A release build looks at no environment variable.
        if ProcessInfo.processInfo.environment["MODELOBJECTS_SHORTCUTS"] == "off" { shortcuts = [] }
        #endif
        if shortcuts.contains(.layout) { UntypedLayout.setVerified() }
        return (shortcuts, probe)
    }()

    /// What the program ends with where nothing works.
    static func sentence(_ mistake: String) -> String {
        let system = ProcessInfo.processInfo.operatingSystemVersionString
        let runtime = "Swift \(_SwiftStdlibVersion.current), \(MemoryLayout<UInt>.size * 8) bits, \(system)"
        return "ModelObjects cannot work with this Swift runtime (\(runtime)): it \(mistake)."
    }
}
