import Foundation
import ModelObjects
import Testing

struct PatchTextTests {
    @Test func patchesAreTheSameAsTextAndAsData() throws {
        final class Note: ModelObject { var title = "", count = 0 }
        let (old, new) = (Note(), Note())
        new.title = "é"
        #expect(try new.jsonString(changedSince: old) == #"{"title":"é"}"#)
        #expect(try Data(new.jsonString(changedSince: old).utf8) == new.jsonData(changedSince: old))
        let pretty = ExportOptions(pretty: true)
        let text = try new.jsonPatchString(since: old, options: pretty)
        #expect(try Data(text.utf8) == new.jsonPatchData(since: old, options: pretty) && text.contains("\n"))
    }
}
