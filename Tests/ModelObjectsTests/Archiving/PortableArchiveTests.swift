import Foundation
import Testing

@testable import ModelObjects

/// Values that XML parsers change, in XML archives and in property-list objects.
struct PortableArchiveTests {
    final class Texts: ModelObject {
        var text = "a\r\nb\rc\n"
        var byText = ["k\r": "\r"]
        var float = Float(bitPattern: 0x7F80_1234)
        var floats = [0xFF80_0001, 0x7FC0_1234].map { Float(bitPattern: $0) }
    }

    private static func bits(_ texts: Texts) -> [UInt32] {
        [texts.float.bitPattern] + texts.floats.map(\.bitPattern)
    }

    /// XML 1.0, section 2.11: a parser reads CR and CRLF as LF.
    @Test func anXMLArchiveHasNoCarriageReturn() throws {
        let data = try Texts().archivedData(format: .xml)
        #expect(!data.contains(UInt8(ascii: "\r")))
        let texts = try Texts.unarchive(data: data)
        #expect(texts.text == "a\r\nb\rc\n" && texts.byText == ["k\r": "\r"])
    }

    @Test func aCarriageReturnInAnOlderXMLArchiveIsRead() throws {
        // The same text as in archives of earlier versions, and in those that other programs convert.
        let texts = Texts()
        (texts.float, texts.floats) = (0, [])
        let list = try PropertyListSerialization.propertyList(from: texts.archivedData(), format: nil)
        let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        guard xml.contains(UInt8(ascii: "\r")) else { return }
        #expect(try Texts.unarchive(data: xml) == texts)
    }

    @Test func signalingNaNsKeepTheirBits() throws {
        let texts = Texts()
        let bits = Self.bits(texts)
        try #require(bits == [0x7F80_1234, 0xFF80_0001, 0x7FC0_1234])
        #expect(try Self.bits(Texts.unarchive(data: texts.archivedData(format: .xml))) == bits)
        #expect(try Self.bits(Texts.unarchive(propertyList: texts.propertyList())) == bits)
    }

    @Test func marksWithOtherContentAreRejected() throws {
        for (name, content) in [
            ("float", .integer(-1)), ("float", .integer(1 << 32)), ("bits", .string("1")),
            ("pairs", .array([.integer(1), .null])), ("pairs", .array([.string("a")])),
        ] as [(String, ArchiveNode)] {
            let data = try ArchivePlist.encode(.marked(name, content))
            let failure = #expect(throws: PlistFailure.self) { try ArchivePlist.decode(data) }
            #expect(failure?.reason == .badMark)
        }
    }

    #if os(macOS) || os(Linux)
    @Test(.enabled(if: PythonProcess.isThere)) func anXMLArchiveCanBeRewrittenByAnotherParser() throws {
        let folder = try TemporaryFolder()
        let (ours, theirs) = (folder.path("ours.plist"), folder.path("theirs.plist"))
        let texts = Texts()
        try texts.archivedData(format: .xml).write(to: URL(fileURLWithPath: ours))
        _ = try PythonProcess.run(
            """
            import plistlib, sys
            plistlib.dump(plistlib.load(open(sys.argv[1], 'rb')), open(sys.argv[2], 'wb'))
            """, ours, theirs)
        let again = try Texts.unarchive(from: URL(fileURLWithPath: theirs))
        #expect(
            again.text == texts.text && again.byText == texts.byText && Self.bits(again) == Self.bits(texts))
    }
    #endif
}
