import Foundation
import ModelObjects
import Testing

/// Patches that name the class of a model by a discriminator whose key is a path.
struct ClassPathPatchTests {
    class Deep: ModelObject {
        override class var discriminator: Discriminator? { .key("kind", ["a": DeepA.self]) }
    }
    class DeepA: Deep {
        var size = 1
        override class var discriminator: Discriminator? {
            .key("x.y.z", ["b": DeepB.self, "c": DeepB.self])
        }
    }
    final class DeepB: DeepA { var more: Int? = 3 }
    final class Depths: ModelObject {
        var d: Deep?
        var byName: [String: Deep] = [:]
    }

    private func isOnlyDeepA(_ model: Deep?) -> Bool { model.map { type(of: $0) } == DeepA.self }

    @Test(
        arguments: [
            (#"{"kind":"a","x":{"y":{"z":null}}}"#, "/x/y/z"), (#"{"x":{"y":null}}"#, "/x/y"),
            (#"{"X":null}"#, "/x"),
            (#"{"x":7}"#, nil), (#"{"x":{"y":{"z":"other"}}}"#, nil),
        ] as [(String, String?)])
    func aKeyPathNamesTheClass(merge: String, removal: String?) throws {
        func depths() -> Depths {
            let (depths, b) = (Depths(), DeepB())
            b.size = 2
            (depths.d, depths.byName) = (b, ["a": b.copy()])
            return depths
        }
        let merged = depths()
        try merged.apply(mergePatch: #"{"d":\#(merge),"byName":{"a":\#(merge)}}"#)
        #expect(isOnlyDeepA(merged.d) && isOnlyDeepA(merged.byName["a"]))
        guard let removal else { return }
        let patched = depths()
        try patched.apply(
            jsonPatch:
                #"[{"op":"remove","path":"/d\#(removal)"},{"op":"remove","path":"/byName/a\#(removal)"}]"#)
        #expect(isOnlyDeepA(patched.d) && patched.byName["a"] as? DeepB == nil)
        #expect((patched.d as? DeepA)?.size == 2)
    }

    @Test func aPathWithAnotherTextOfTheClassFillsInPlace() throws {
        let (depths, b) = (Depths(), DeepB())
        depths.d = b
        try depths.apply(mergePatch: #"{"d":{"x":{"y":{"z":"c","w":1}},"size":4}}"#)
        #expect(depths.d === b && b.size == 4)
        try depths.apply(
            jsonPatch: #"""
                [{"op":"replace","path":"/d/x/y/z","value":"c"},{"op":"replace","path":"/d/size","value":5}]
                """#)
        #expect(depths.d === b && b.size == 5)
    }

    class Marked: ModelObject {
        var mark: Presence<Int> = .missing
        override class var propertyRules: [String: PropertyRule] { ["mark": .key("ext.mark")] }
        override class var discriminator: Discriminator? {
            .key("kind", ["a": MarkedA.self, "b": MarkedB.self])
        }
    }
    final class MarkedA: Marked {}
    final class MarkedB: Marked {}
    final class Marks: ModelObject { var marked: Marked? }

    /// Null at the prefix of its path would make the property null, not missing.
    @Test func noMergePatchMakesAValueUnderAPathMissing() throws {
        let (old, new) = (Marks(), Marks())
        (old.marked, new.marked) = (MarkedA(), MarkedB())
        old.marked?.mark = .value(1)
        let error = #expect(throws: ModelError.self) { try new.mergePatchData(since: old) }
        #expect(error?.code == .notExportable && error?.path == "$.marked.ext")
        try old.apply(jsonPatch: new.jsonPatchData(since: old))
        #expect(old == new)
    }

    // MARK: Paths into models

    final class Info: ModelObject {
        var kind: String?
        var count = 0
    }
    class Page: ModelObject {
        var meta: Info?
        override class var discriminator: Discriminator? {
            .key("meta.kind", ["text": TextPage.self, "image": ImagePage.self], fallback: Page.self)
        }
    }
    final class TextPage: Page { var text: String? }
    final class ImagePage: Page { var width: Int? }
    final class Pages: ModelObject {
        var page: Page?
        var present: Presence<Page> = .missing
        var byName: [String: Page] = [:]
    }

    @Test(arguments: [PatchLaw.Kind.merge, .operations])
    func aModelNamesTheClass(kind: PatchLaw.Kind) throws {
        let pages = try [
            #"{"meta":{"kind":"text"},"text":"a"}"#, #"{"meta":{"kind":"image","count":2},"width":5}"#,
            #"{"meta":{"kind":"other"}}"#, #"{"meta":{"count":3}}"#, "{}",
        ].map { try Pages(json: #"{"page":\#($0),"present":\#($0),"byName":{"a":\#($0)}}"#) }
        for old in pages {
            for new in pages { try PatchLaw(kind: kind).check(from: old, to: new) }
        }
    }
}
