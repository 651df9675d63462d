import Foundation
import ModelObjects
import Testing

/// The law of patches: applying the patch from a to b to a copy of a gives an object whose export equals that of b, and
/// the patch between equal objects is empty.
struct PatchLaw {
    enum Kind { case merge, operations }

    let kind: Kind
    /// The export by which objects are compared.
    var export: (ModelObject) throws -> String = {
        try $0.jsonString(options: ExportOptions(nulls: .include, sortedKeys: true))
    }

    func check<Model: ModelObject>(from old: Model, to new: Model) throws {
        let (before, after) = (try export(old), try export(new))
        let (text, isEmpty) = try patch(from: old, to: new)
        let input = "\(before)\n\(after)\n\(String(decoding: text, as: UTF8.self))"
        for isText in [true, false] {
            let copy = old.copy()
            do {
                switch kind {
                case .merge where isText: try copy.apply(mergePatch: text)
                case .merge: try copy.apply(mergePatch: new.mergePatch(since: old))
                case .operations where isText: try copy.apply(jsonPatch: text)
                case .operations: try copy.apply(jsonPatch: new.jsonPatch(since: old))
                }
            } catch {
                Issue.record("\(error)\n\(input)")
            }
            let result = try export(copy)
            #expect(result == after, "\(input)\n\(result)")
        }
        #expect(try export(old) == before)
        // A change of a text's normalization is a change.
        if before.utf8.elementsEqual(after.utf8) { #expect(isEmpty, "\(input)") }
    }

    private func patch(from old: ModelObject, to new: ModelObject) throws -> (text: Data, isEmpty: Bool) {
        switch kind {
        case .merge: (try new.mergePatchData(since: old), try new.mergePatch(since: old).isEmpty)
        case .operations: (try new.jsonPatchData(since: old), try new.jsonPatch(since: old).isEmpty)
        }
    }
}
