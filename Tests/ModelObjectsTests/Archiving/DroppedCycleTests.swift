import Foundation
import ModelObjects
import Testing

/// Objects to which only a removed property leads aren't made, because a cycle of them would never be freed.
@Suite(.serialized)
struct DroppedCycleTests {
    private final class Draft: ModelObject {
        nonisolated(unsafe) static var (living, awake) = (0, 0)
        var name = ""
        var other: Draft?
        required init() { Self.living += 1 }
        deinit { Self.living -= 1 }
        override func awakeFromUnarchive() { Self.awake += 1 }
    }

    private class Document: ModelObject {
        var draft: Draft?
        var current: Draft?
        var items: [Any] = []
        override class var archiveName: String { "DroppedCycleTests.Document" }
        override class var archivableClasses: [ModelObject.Type] { [Draft.self] }
    }

    private final class Removed: ModelObject {
        var current: Draft?
        override class var archiveName: String { "DroppedCycleTests.Document" }
    }

    private final class Ignored: Document {
        override class var propertyRules: [String: PropertyRule] { ["draft": .ignored, "items": .ignored] }
    }

    @Test func onlyObjectsOfPropertiesAreMade() throws {
        let before = Draft.living
        do {
            let (first, second, current) = (Draft(), Draft(), Draft())
            (first.other, second.other) = (second, first)
            let document = Document()
            (document.draft, document.current, document.items) = (first, current, [["a": second]])
            current.name = "current"
            let data = try document.archivedData()
            Draft.awake = 0
            for type in [Removed.self, Ignored.self] as [ModelObject.Type] {
                let living = Draft.living
                do {
                    let read = try type.unarchive(data: data)
                    #expect(((read as? Removed)?.current ?? (read as? Ignored)?.current)?.name == "current")
                    #expect(Draft.living == living + 1)
                }
                #expect(Draft.living == living)
            }
            #expect(Draft.awake == 2)

            // A property that leads to one of them keeps all of them.
            current.other = first
            let read = try Removed.unarchive(data: document.archivedData())
            #expect(read.current?.other?.other?.other === read.current?.other)
            read.current?.other?.other = nil
            first.other = nil
        }
        #expect(Draft.living == before)
    }
}
