import Foundation
import Testing

@testable import ModelObjects

struct XMLPlistTests {
    private func read(_ text: String) throws -> PlistObject {
        let table = try PlistTable(validating: XMLPlist.binary(Array(text.utf8)), isForeign: true)
        return try table.object(table.root)
    }

    @Test func everythingAroundTheValuesIsSkipped() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <!-- a <comment> --><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "a">
            <plist version="1.0">
            <array> <!-- <array> --> <true/><false/> <integer>-5</integer></array> </plist>
            <!-- end -->
            """
        #expect(XMLPlist.isXML(Array(text.utf8)))
        guard case .array(_, let count) = try read(text) else {
            Issue.record("not an array")
            return
        }
        #expect(count == 3)
    }

    @Test func scalarsHaveTheRightKinds() throws {
        let rows: [(String, String)] = [
            ("<integer>-9223372036854775808</integer>", "integer(-9223372036854775808)"),
            ("<integer>18446744073709551615</integer>", "unsigned(18446744073709551615)"),
            ("<integer>0x1F</integer>", "integer(31)"), ("<real>0.1</real>", "double(0.1)"),
            ("<real>+infinity</real>", "double(inf)"), ("<real>nan</real>", "double(nan)"),
            ("<real>1</real>", "double(1.0)"), ("<true/>", "bool(true)"),
            ("<date>2001-01-01T00:00:01Z</date>", "date(1.0)"), ("<string/>", "ascii(Range(9..<9))"),
            ("<data>\n\tAQ\n ID\n</data>", "data(Range(9..<12))"),
            ("<dict><key>CF$UID</key><integer>7</integer></dict>", "uid(7)"),
        ]
        for (xml, object) in rows {
            #expect("\(try read("<plist>\(xml)</plist>"))" == object, "\(xml)")
        }
    }

    @Test func invalidXMLIsRejected() {
        let bomb = "<!DOCTYPE plist [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;\">]>"
        let rows = [
            "<html></html>", "<", "<!-- -->", "<plist>", "<plist></plist>", "<plist><true/><true/></plist>",
            "<plist><string>a</plist>", "<plist><string>a", "<plist><string>&a;</string></plist>",
            bomb + "<plist><string>&b;</string></plist>", "<!DOCTYPE plist", "<plist><set></set></plist>",
            "<plist>\(String(repeating: "<array>", count: 200_000))",
            "<plist><dict><key>a</key></dict></plist>", "<plist><integer>x</integer></plist>",
            "<plist><date>today</date></plist>",
        ]
        for xml in rows {
            #expect(XMLPlist.isXML(Array(xml.utf8)))
            #expect(throws: PlistFailure(.notXMLPropertyList), "\(xml.prefix(80))") {
                try XMLPlist.binary(Array(xml.utf8))
            }
        }
        let invalid = Array("<plist><string>".utf8) + [0xC3, 0x28] + Array("</string></plist>".utf8)
        #expect(throws: PlistFailure(.notXMLPropertyList)) { try XMLPlist.binary(invalid) }
    }

    @Test func jsonAndBinaryListsAreNotXML() throws {
        let binary = try PropertyListSerialization.data(fromPropertyList: [1], format: .binary, options: 0)
        #expect(!XMLPlist.isXML([UInt8](binary)))
        #expect(!XMLPlist.isXML(Array(" {}".utf8)))
        #expect(!XMLPlist.isXML([]))
    }
}
