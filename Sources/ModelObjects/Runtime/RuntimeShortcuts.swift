import Foundation

/// The shortcuts that depend on how the Swift runtime lays out objects, values and classes.
///
/// None of them is needed: where one is off, the code around it does the same through typed access and plain assignment,
/// only slower. Each is verified once, with `RuntimeProbe`, before the first object is filled. What depends on one is
/// decided when a schema, an export layout or a release plan is made, so that the loops over values ask nothing.
///
/// Invariant
/// 1. `verified` is set once and never changes; its probe is not used afterwards.
struct RuntimeShortcuts: OptionSet, Sendable {
    let rawValue: UInt16

    /// `ModelObject.attachment` is read from the word after the object's header.
    ///
    /// Else: through the property.
    static let attachmentWord = RuntimeShortcuts(rawValue: 1 << 0)
    /// A reference to a model is one word, zero for nil, whatever the class.
    ///
    /// Else: it is read and written as a value of its own type.
    static let referenceWords = RuntimeShortcuts(rawValue: 1 << 1)
    /// A String property with the bits of `""` or nil is not released when it is replaced.
    ///
    /// Else: plain assignment.
    static let emptyStrings = RuntimeShortcuts(rawValue: 1 << 2)
    /// An optional String, array or dictionary has the bits of its value.
    ///
    /// Else: it is read and written as a value of its own type.
    static let optionalContent = RuntimeShortcuts(rawValue: 1 << 3)
    /// A `[ModelObject]` serves as a `[Model]`, and so do dictionaries.
    ///
    /// Else: each element is cast.
    static let modelContainers = RuntimeShortcuts(rawValue: 1 << 4)
    /// A class's methods are compared in its metadata (`HookDetection`).
    ///
    /// Else: each class counts as overriding all hooks (see `ObjectMapper.changesPayload`).
    static let hookPlaces = RuntimeShortcuts(rawValue: 1 << 5)
    /// The words of what a dying object holds, and of structs in it, show what can hold models (`ReleasePlan`).
    ///
    /// Else: what can be replaced by nil or by an empty container is moved out as a value of its own type. The rest stays
    /// in place, where the compiler's code releases it.
    static let releaseWords = RuntimeShortcuts(rawValue: 1 << 6)
    /// The type and the content of an `Any` are read from its words.
    ///
    /// Else: the `Any` is opened.
    static let untypedValues = RuntimeShortcuts(rawValue: 1 << 7)
    /// The class of an NSNumber shows whether it is a Bool (`NSNumberContent`; Apple platforms have a function for that).
    ///
    /// Else: its property-list form does.
    static let numberClasses = RuntimeShortcuts(rawValue: 1 << 8)

    static let all: RuntimeShortcuts = [
        .attachmentWord, .referenceWords, .emptyStrings, .optionalContent, .modelContainers, .hookPlaces,
        .releaseWords,
        .untypedValues, .numberClasses,
    ]

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
        if let mistake = probe.mistake(in: fields) { RuntimeChecks.stop(mistake) }
        let shortcuts = RuntimeObservations(probe, fields).shortcuts.subtracting(turnedOff)
        if shortcuts.contains(.untypedValues) { UntypedLayout.setVerified() }
        return (shortcuts, probe)
    }()

    /// For tests: `MODELOBJECTS_SHORTCUTS=off` turns all shortcuts off, and names with commas between them, such as
    /// `hookPlaces,releaseWords`, turn off these.
    ///
    /// A release build looks at no environment variable.
    private static var turnedOff: RuntimeShortcuts {
        #if DEBUG
        turnedOff(by: ProcessInfo.processInfo.environment["MODELOBJECTS_SHORTCUTS"])
        #else
        []
        #endif
    }

    /// - Parameter setting: the value of the environment variable; nil where it is not set.
    static func turnedOff(by setting: String?) -> RuntimeShortcuts {
        guard let setting, !setting.isEmpty, setting != "on" else { return [] }
        if setting == "off" { return .all }
        return setting.split(separator: ",").reduce(into: []) { shortcuts, name in
            guard let shortcut = names.first(where: { $0.name == name })?.shortcut else {
                let known = names.map(\.name).joined(separator: ", ")
                fatalError("MODELOBJECTS_SHORTCUTS names \"\(name)\", which is none of \(known).")
            }
            shortcuts.insert(shortcut)
        }
    }

    static let names: [(name: String, shortcut: RuntimeShortcuts)] = [
        ("attachmentWord", .attachmentWord), ("referenceWords", .referenceWords),
        ("emptyStrings", .emptyStrings),
        ("optionalContent", .optionalContent), ("modelContainers", .modelContainers),
        ("hookPlaces", .hookPlaces),
        ("releaseWords", .releaseWords), ("untypedValues", .untypedValues), ("numberClasses", .numberClasses),
    ]
}
