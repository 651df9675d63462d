import Foundation
import Testing

@testable import ModelObjects

/// Each assumption about the runtime holds here, and would be noticed if it did not.
struct RuntimeChecksTests {
    // MARK: Stored properties

    private static let declared = RuntimeProbe.declaredFields

    private static func reported() -> [StoredField] {
        storedFields(of: RuntimeProbe.self, below: ModelObject.self)
    }

    private static func mistake(in reported: [StoredField]) -> String? {
        let probe = RuntimeProbe()
        // Of a correct offset, the value of the field; of any other one, something else.
        let offsets = Self.reported().map(\.offset)
        defer { withExtendedLifetime(probe) {} }
        return RuntimeChecks.mistake(in: reported, declared: declared) { $1 == offsets[$0] }
    }

    @Test func theFieldsOfTheProbeAreAsTheyAreDeclared() {
        #expect(RuntimeProbe().mistake(in: Self.reported()) == nil)
    }

    @Test func everyWrongFieldIsNoticed() {
        let fields = Self.reported()
        #expect(Self.mistake(in: fields) == nil)
        for (index, field) in fields.enumerated() {
            func changed(_ change: (inout MutableField) -> Void) -> String? {
                var mutable = MutableField(field)
                change(&mutable)
                var fields = fields
                fields[index] = mutable.field
                return Self.mistake(in: fields)
            }
            let name = field.name
            #expect(changed { $0.name = "" } == "reports the name `` for the property `\(name)`")
            #expect(
                changed { $0.type = Float.self }
                    == "reports the type Float for `\(name)`, which is \(field.type)")
            #expect(
                changed { $0.offset += 8 }
                    == "reports `\(name)` at offset \(field.offset + 8), where its value is not")
            #expect(
                changed { $0.declaringClass = ModelObject.self }
                    == "reports `\(name)` as a property of ModelObject")
            let flags = "does not report `\(name)` as the var, let, weak or lazy property that it is"
            #expect(changed { $0.isVar.toggle() } == flags)
            #expect(changed { $0.isStrong.toggle() } == flags)
            #expect(changed { $0.isLazy.toggle() } == flags)
        }
        let missing = "reports \(fields.count - 1) stored properties of a class that has \(fields.count)"
        #expect(Self.mistake(in: fields.dropLast()) == missing)
    }

    private struct MutableField {
        var name: String
        var type: any Any.Type
        var offset: Int
        var isVar: Bool
        var isStrong: Bool
        var isLazy: Bool
        var declaringClass: AnyClass

        init(_ field: StoredField) {
            (name, type, offset) = (field.name, field.type, field.offset)
            (isVar, isStrong, isLazy) = (field.isVar, field.isStrong, field.isLazy)
            declaringClass = field.declaringClass
        }

        var field: StoredField {
            StoredField(
                storedName: name, name: name, type: type, offset: offset, isVar: isVar, isStrong: isStrong,
                isLazy: isLazy,
                declaringClass: declaringClass)
        }
    }

    @Test func nothingOutsideOfTheObjectIsRead() {
        let probe = RuntimeProbe()
        for (offset, count) in [(-8, 8), (0, 8), (1 << 20, 1), (16, 1 << 20)] {
            #expect(probe.memory(at: offset, count: count).isEmpty)
        }
        #expect(probe.memory(at: PropertyStorage.attachmentOffset, count: 8).count == 8)
    }

    @Test func theSentenceNamesTheRuntime() {
        let sentence = RuntimeChecks.sentence("reports `number` at offset 8, where its value is not")
        #expect(sentence.hasPrefix("ModelObjects cannot work with this Swift runtime (Swift "))
        #expect(sentence.hasSuffix("): it reports `number` at offset 8, where its value is not."))
        #expect(sentence.contains(ProcessInfo.processInfo.operatingSystemVersionString))
    }

    // MARK: Shortcuts

    private static func observed() -> RuntimeObservations {
        RuntimeObservations(RuntimeProbe(), reported())
    }

    @Test func everyShortcutHoldsHere() {
        let missing = RuntimeShortcuts.names.filter { !Self.observed().shortcuts.contains($0.shortcut) }
        #expect(missing.isEmpty, "\(missing.map(\.name))")
    }

    /// What turns each shortcut off, and no other one unless it relies on the same.
    private static let wrong:
        [(shortcuts: RuntimeShortcuts, change: @Sendable (inout RuntimeObservations) -> Void)] = [
            (.attachmentWord, { $0.attachments.seen[0] = 1 }),
            (.attachmentWord, { $0.attachments.seen[$0.attachments.seen.count - 1] ^= 1 }),
            (.attachmentWord, { $0.attachments = .init() }),
            ([.referenceWords, .releaseWords], { $0.references.seen[3] ^= 1 }),
            ([.referenceWords, .releaseWords], { $0.references.seen.append(0) }),
            (.emptyStrings, { $0.emptyStrings.seen[0] ^= 1 }),
            (.emptyStrings, { $0.emptyStrings.seen[23] ^= 1 }),
            (.emptyStrings, { $0.emptyStrings = .init(seen: [1], expected: [1]) }),
            (.emptyStrings, { $0.longString.seen = $0.longString.expected }),
            (.emptyStrings, { $0.longOptionalString.seen = $0.longOptionalString.expected }),
            (.emptyStrings, { $0.emptyOptionalString.seen = $0.emptyOptionalString.expected }),
            (.optionalContent, { $0.optionals.seen[15] ^= 1 }),
            (.optionalContent, { $0.optionals.seen.append(1) }),
            (.modelContainers, { $0.elements = .init() }),
            (.modelContainers, { $0.elements.seen[0] ^= 1 }),
            (.hookPlaces, { $0.classRecord.instanceSize += 8 }),
            (.releaseWords, { $0.emptyContainers.seen[0] ^= 1 }),
            (.releaseWords, { $0.emptyContainers = .init(seen: [1], expected: [1]) }),
            (.releaseWords, { $0.structFields.seen[0] += 1 }),
            (.releaseWords, { $0.structFields.seen[9] ^= 1 }),
            (.untypedValues, { $0.untyped.seen[0] += 1 }),
            (.untypedValues, { $0.untyped.seen[17] ^= 1 }),
        ]

    @Test(arguments: wrong.indices)
    func aWrongAssumptionTurnsItsShortcutOff(index: Int) {
        var observed = Self.observed()
        Self.wrong[index].change(&observed)
        #expect(RuntimeShortcuts.all.subtracting(observed.shortcuts) == Self.wrong[index].shortcuts)
    }

    @Test func aRecordThatLooksLikeNoClassIsRefused() {
        let record = HookDetection.ClassRecord(of: ModelObject.self)
        #expect(record.wordCount != nil)
        let changes: [(inout HookDetection.ClassRecord) -> Void] = [
            { $0.instanceAddressPoint = 8 }, { $0.instanceSize = 0 }, { $0.alignmentMask = 3 },
            { $0.reserved = 1 },
            { $0.classSize = $0.classAddressPoint }, { $0.classSize = 1 << 20 }, { $0.classSize += 1 },
            { $0.classAddressPoint = 0 },
        ]
        for (index, change) in changes.enumerated() {
            var wrong = record
            change(&wrong)
            #expect(wrong.wordCount == nil, "change \(index)")
        }
    }

    @Test func aHookHasAPlaceOnlyWhereItIsTheOnlyDifference() {
        let base: [UInt] = [1, 2, 3, 4]
        func place(_ plain: [UInt], _ other: [UInt], _ overriding: [UInt]) -> Int? {
            RuntimeChecks.place(in: base, plain: plain, otherPlain: other, overriding: overriding)
        }
        // The first word is each class's own.
        #expect(place([5, 2, 3, 4], [6, 2, 3, 4], [7, 2, 9, 4]) == 2)
        #expect(place([5, 2, 3, 4], [6, 2, 3, 4], [7, 2, 3, 4]) == nil)
        #expect(place([5, 2, 3, 4], [6, 2, 3, 4], [7, 8, 9, 4]) == nil)
        #expect(place([5, 2, 3, 4], [6, 2, 8, 4], [7, 2, 9, 4]) == nil)
        #expect(RuntimeChecks.place(in: [], plain: [], otherPlain: [], overriding: []) == nil)
    }

    @Test func everyHookIsFoundHere() {
        let places = [
            HookDetection.serializeValue, HookDetection.willMap, HookDetection.modelClass,
            HookDetection.didMap,
            HookDetection.validate, HookDetection.exportedValue, HookDetection.didExport,
        ]
        guard RuntimeShortcuts.enabled.contains(.hookPlaces) else {
            #expect(places.allSatisfy { $0 == nil })
            return
        }
        #expect(Set(places.compactMap { $0 }).count == places.count)
    }

    @Test func theClassOfBoolsIsNoNumbers() {
        final class First {}
        final class Second {}
        func found(_ ofTrue: AnyClass, _ ofFalse: AnyClass, _ numbers: AnyClass...) -> Bool {
            RuntimeChecks.booleanClass(ofTrue: ofTrue, ofFalse: ofFalse, ofNumbers: numbers) != nil
        }
        #expect(found(First.self, First.self, Second.self))
        #expect(!found(First.self, Second.self, NSNumber.self))
        #expect(!found(First.self, First.self, Second.self, First.self))
    }

    #if !canImport(Darwin)
    @Test func withoutTheClassABoolIsToldByItsPropertyList() {
        #expect(NSNumberContent.isWrittenAsBool(NSNumber(value: true)))
        #expect(NSNumberContent.isWrittenAsBool(NSNumber(value: false)))
        for number in [NSNumber(value: 1 as Int8), NSNumber(value: 0 as Int8), NSNumber(value: 1)] {
            #expect(!NSNumberContent.isWrittenAsBool(number))
        }
    }
    #endif

    // MARK: The switch

    @Test func theSettingTurnsShortcutsOff() {
        #expect(RuntimeShortcuts.turnedOff(by: nil) == [])
        #expect(RuntimeShortcuts.turnedOff(by: "") == [])
        #expect(RuntimeShortcuts.turnedOff(by: "on") == [])
        #expect(RuntimeShortcuts.turnedOff(by: "off") == .all)
        #expect(RuntimeShortcuts.turnedOff(by: "hookPlaces,untypedValues") == [.hookPlaces, .untypedValues])
        let union = RuntimeShortcuts.names.reduce(into: RuntimeShortcuts()) { $0.formUnion($1.shortcut) }
        #expect(union == .all)
    }
}
