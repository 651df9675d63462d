import Foundation

/// Checks that compare what the runtime shows with what the library assumes.
///
/// All of them are functions of plain data, so that a test can hand them wrong data.
enum RuntimeChecks {
    /// A stored property of `RuntimeProbe` as it is declared.
    struct DeclaredField {
        let name: String
        let type: any Any.Type
        var isVar = true
        var isStrong = true
        var isLazy = false
        let declaringClass: AnyClass
    }

    /// What is wrong with the stored properties that reflection reports, as the end of a sentence; nil if nothing is.
    ///
    /// - Parameter holdsValue: whether the value of a declared field, by its index, lies at an offset. Asked only for
    ///   fields whose offsets are plausible.
    static func mistake(
        in reported: [StoredField], declared: [DeclaredField], holdsValue: (Int, Int) -> Bool
    ) -> String? {
        guard reported.count == declared.count else {
            return "reports \(reported.count) stored properties of a class that has \(declared.count)"
        }
        for (index, (field, expected)) in zip(reported, declared).enumerated() {
            if field.name != expected.name {
                return "reports the name `\(field.name)` for the property `\(expected.name)`"
            }
            if field.type != expected.type {
                return "reports the type \(field.type) for `\(expected.name)`, which is \(expected.type)"
            }
            if field.declaringClass != expected.declaringClass {
                return "reports `\(expected.name)` as a property of \(field.declaringClass)"
            }
            if (field.isVar, field.isStrong, field.isLazy) != (
                expected.isVar, expected.isStrong, expected.isLazy
            ) {
                return "does not report `\(expected.name)` as the var, let, weak or lazy property that it is"
            }
            if !holdsValue(index, field.offset) {
                return "reports `\(expected.name)` at offset \(field.offset), where its value is not"
            }
        }
        return nil
    }

    /// The place of the word in which an overriding class alone differs from its superclass.
    ///
    /// Nil if there are none or several. All four lists have the same length.
    ///
    /// - Parameters:
    ///   - plain: the words of a subclass that overrides nothing; words that are each class's own differ in it, too.
    ///   - otherPlain: those of another such class.
    static func place(in base: [UInt], plain: [UInt], otherPlain: [UInt], overriding: [UInt]) -> Int? {
        var found: Int?
        for index in base.indices {
            let word = base[index]
            guard word == plain[index], word == otherPlain[index], word != overriding[index] else { continue }
            if found != nil { return nil }
            found = index
        }
        return found
    }

    /// The class of Bools in NSNumbers; nil if a number may have it too.
    static func booleanClass(ofTrue: AnyClass, ofFalse: AnyClass, ofNumbers: [AnyClass]) -> AnyClass? {
        ofTrue == ofFalse && !ofNumbers.contains { $0 == ofTrue } ? ofTrue : nil
    }

    /// Ends the program: without this, nothing works.
    static func stop(_ mistake: String) -> Never {
        fatalError(sentence(mistake))
    }

    static func sentence(_ mistake: String) -> String {
        "ModelObjects cannot work with this Swift runtime (\(runtime)): it \(mistake)."
    }

    /// Which runtime this is: `Swift 6.3.1, x86_64, Ubuntu 24.04 LTS`.
    static var runtime: String {
        #if arch(x86_64)
        let architecture = "x86_64"
        #elseif arch(arm64)
        let architecture = "arm64"
        #elseif arch(arm64_32)
        let architecture = "arm64_32"
        #else
        let architecture = "\(MemoryLayout<UInt>.size * 8) bits"
        #endif
        let system = ProcessInfo.processInfo.operatingSystemVersionString
        return "Swift \(_SwiftStdlibVersion.current), \(architecture), \(system)"
    }
}
