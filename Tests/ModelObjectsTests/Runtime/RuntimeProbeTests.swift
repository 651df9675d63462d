import Foundation
import Testing

@testable import ModelObjects

/// Each assumption about the runtime holds on this platform, and a violation would be detected.
struct RuntimeProbeTests {
    // MARK: Stored properties

    private static var probe: (object: RuntimeProbe, fields: [StoredField]) {
        (RuntimeProbe(), storedFields(of: RuntimeProbe.self))
    }

    @Test func theProbesFieldsMatchTheirDeclarations() {
        #expect(Self.probe.object.mistake(in: Self.probe.fields) == nil)
    }

    @Test func everyWrongFieldIsNoticed() {
        let (probe, fields) = Self.probe
        for (index, field) in fields.enumerated() {
            func changed(_ change: (inout MutableField) -> Void) -> String? {
                var mutable = MutableField(field)
                change(&mutable)
                var fields = fields
                fields[index] = mutable.field
                return probe.mistake(in: fields)
            }
            let name = field.name
            let changes: [(inout MutableField) -> Void] = [
                { $0.name = "" }, { $0.type = Float.self }, { $0.declaringClass = ModelObject.self },
                { $0.isVar.toggle() }, { $0.isStrong.toggle() }, { $0.isLazy.toggle() },
            ]
            for change in changes {
                let mistake = changed(change)
                #expect(
                    mistake?.hasPrefix("reports `") == true && mistake?.hasSuffix("for `\(field)`") == true)
            }
            for offset in [-8, 0, 1 << 20] {
                let mistake = "reports `\(name)` at offset \(offset), but its value is not there"
                #expect(changed { $0.offset = offset } == mistake)
            }
        }
        let missing = "reports \(fields.count - 1) stored properties of a class that has \(fields.count)"
        #expect(probe.mistake(in: fields.dropLast()) == missing)
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
                name, type, offset: offset, isVar: isVar, isStrong: isStrong, isLazy: isLazy,
                in: declaringClass)
        }
    }

    @Test func nothingOutsideOfTheObjectIsRead() {
        let probe = RuntimeProbe()
        for (offset, count) in [(-8, 8), (0, 8), (1 << 20, 1), (16, 1 << 20)] {
            #expect(probe.memory(at: offset, count: count).isEmpty)
        }
        #expect(probe.memory(at: PropertyStorage.attachmentOffset, count: 8).count == 8)
    }

    @Test func theErrorMessageNamesTheRuntime() {
        let sentence = RuntimeShortcuts.sentence("reports `number` at offset 8, but its value is not there")
        #expect(sentence.hasPrefix("ModelObjects cannot work with this Swift runtime (Swift "))
        #expect(sentence.hasSuffix("): it reports `number` at offset 8, but its value is not there."))
        #expect(sentence.contains(ProcessInfo.processInfo.operatingSystemVersionString))
    }

    // MARK: Shortcuts

    private static var observations: [RuntimeObservations] {
        [RuntimeObservations(probe.object), .ofUntypedValues()]
    }

    @Test func everyAssumptionHoldsHere() {
        for observations in Self.observations {
            #expect(observations.areAsExpected)
            let starts = [0] + observations.ends.dropLast()
            for (assumption, (start, end)) in zip(observations.assumptions, zip(starts, observations.ends)) {
                #expect(
                    start < end && observations.seen[start..<end] == observations.expected[start..<end],
                    "\(assumption)")
            }
            #expect(observations.seen.count == observations.ends.last)
        }
        #expect(Set(Self.observations.flatMap(\.assumptions)).count == 10)
    }

    @Test func anyWrongByteDisablesTheShortcut() {
        for observations in Self.observations {
            for byte in observations.seen.indices {
                var wrong = observations
                wrong.seen[byte] ^= 1
                #expect(!wrong.areAsExpected, "byte \(byte)")
            }
        }
    }

    @Test func implausibleClassRecordsAreRejected() {
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

    @Test func aHookIsLocatedOnlyByAUniqueDifference() {
        let base: [UInt] = [1, 2, 3, 4]
        func place(_ plain: [UInt], _ other: [UInt], _ overriding: [UInt]) -> Int? {
            HookDetection.place(in: base, plain: plain, otherPlain: other, overriding: overriding)
        }
        // The first word differs for each class.
        #expect(place([5, 2, 3, 4], [6, 2, 3, 4], [7, 2, 9, 4]) == 2)
        #expect(place([5, 2, 3, 4], [6, 2, 3, 4], [7, 2, 3, 4]) == nil)
        #expect(place([5, 2, 3, 4], [6, 2, 3, 4], [7, 8, 9, 4]) == nil)
        #expect(place([5, 2, 3, 4], [6, 2, 8, 4], [7, 2, 9, 4]) == nil)
        #expect(HookDetection.place(in: [], plain: [], otherPlain: [], overriding: []) == nil)
    }

    @Test func everyHookIsFoundHere() {
        let places = HookDetection.places
        guard RuntimeShortcuts.enabled.contains(.hookPlaces) else {
            #expect(places.allSatisfy { $0 == -1 })
            return
        }
        #expect(Set(places).count == places.count && !places.contains(-1))
    }

    #if !canImport(Darwin)
    @Test func boolsAreRecognizedByTheirPropertyList() {
        #expect(NSNumberContent.isWrittenAsBool(NSNumber(value: true)))
        #expect(NSNumberContent.isWrittenAsBool(NSNumber(value: false)))
        for number in [NSNumber(value: 1 as Int8), NSNumber(value: 0 as Int8), NSNumber(value: 1)] {
            #expect(!NSNumberContent.isWrittenAsBool(number))
        }
    }
    #endif
}
