import ModelObjects
import Testing

private class Letter: ModelObject {
    var text = ""
    var answer: Letter?
    /// How often it woke up; archives leave lazy properties alone.
    lazy var wakeUps = 0

    override class var archivableClasses: [ModelObject.Type] { [LoveLetter.self] }

    override class var archiveName: String { "Letter" }

    override class var archiveAliases: [String] { ["OldLetter"] }

    override class var archiveVersion: Int { 2 }

    override class func migrate(_ fields: inout [String: Any], from version: Int) throws {}

    override func awakeFromUnarchive() {
        wakeUps += 1
    }
}

private final class LoveLetter: Letter {
    var hearts = 0

    override class var archiveName: String { "LoveLetter" }
}

@Suite("An app isolated to the main actor archives")
struct MainActorArchiveTests {
    @Test func comesBackFromAnArchive() throws {
        let letter = LoveLetter()
        letter.text = "Dear"
        letter.hearts = 3
        letter.answer = Letter()

        let again = try Letter.unarchive(data: letter.archivedData())

        #expect((again as? LoveLetter)?.hearts == 3)
        #expect(again.text == "Dear")
        #expect(again.answer != nil)
        #expect(again.wakeUps == 1)
    }
}
