import Foundation
import Testing

@testable import ModelObjects

struct XMLPlistReaderTests {
    private func read(_ text: String) throws -> PlistObject {
        let table = try PlistTable(validating: XMLPlistReader.binary(Array(text.utf8)))
        return try table.object(table.root)
    }

    private func text(_ content: String) throws -> String? {
        let xml = "<plist><string>\(content)</string></plist>"
        let table = try PlistTable(validating: XMLPlistReader.binary(Array(xml.utf8)), isForeign: true)
        return try table.text(table.root)
    }

    @Test func textsAreUnescaped() throws {
        #expect(try text("a &lt;&gt;&amp;&quot;&apos; &#65;&#x1F600; \r\n") == "a <>&\"' A😀 \r\n")
        #expect(try text("a<![CDATA[<b>&amp;]]>c<!-- d -->e") == "a<b>&amp;ce")
        #expect(try text("é") == "é")
        #expect(try text("") == "")
    }

    @Test func everythingAroundTheValuesIsSkipped() throws {
        let text = """
            \u{FEFF}<?xml version="1.0" encoding="UTF-8"?>
            <!-- a <comment> --><!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" 'a"[>b'>
            <?processing <instruction> ?><plist version = "1>0" >
            <array> <!-- <array> --> <true/><false /> <integer> -5 </integer></array > </plist>
            <!-- end -->
            """
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
            ("<integer>0x1F</integer>", "integer(31)"), ("<integer>+7</integer>", "integer(7)"),
            ("<integer>-0x1F</integer>", "integer(-31)"), ("<integer>+0XfF</integer>", "integer(255)"),
            ("<real>0.1</real>", "double(0.1)"), ("<real>+infinity</real>", "double(inf)"),
            ("<real>-.5</real>", "double(-0.5)"), ("<real>1.E+1</real>", "double(10.0)"),
            ("<real>1e400</real>", "double(inf)"), ("<real>NaN</real>", "double(nan)"),
            ("<real>nan</real>", "double(nan)"), ("<real>1</real>", "double(1.0)"),
            ("<true></true>", "bool(true)"),
            ("<date>2001-01-01T00:00:01Z</date>", "date(1.0)"),
            ("<array/>", "array(start: 9, count: 0)"), ("<dict/>", "dictionary(start: 9, count: 0)"),
            ("<string/>", "ascii(Range(9..<9))"),
            ("<dict><key/><true/></dict>", "dictionary(start: 11, count: 1)"),
            ("<data>\n\tAQ\n ID\n</data>", "data(Range(9..<12))"), ("<data/>", "data(Range(9..<9))"),
        ]
        for (xml, object) in rows {
            #expect("\(try read("<plist>\(xml)</plist>"))" == object, "\(xml)")
        }
    }

    @Test func invalidXMLIsRejectedWithAReason() throws {
        let bomb = "<!DOCTYPE plist [<!ENTITY a \"xxxxxxxxxx\"><!ENTITY b \"&a;&a;&a;\">]>"
        let deep = String(repeating: "<array>", count: 200_000)
        let rows: [(String, PlistFailure.Reason)] = [
            ("<html></html>", .notXMLPropertyList), ("<", .notXMLPropertyList),
            ("<!-- -->", .notXMLPropertyList),
            ("<plist>", .badXML), ("<plist/>", .notXMLPropertyList), ("<plist></plist>", .badXML),
            ("<plist><true/></plist>x", .badXML), ("<plist><true/><true/></plist>", .badXML),
            ("<plist><string>a</plist>", .badXML), ("<plist><string>a", .badXML),
            ("<plist><string><b/></string></plist>", .badXML), ("<plist><!-- ", .badXML),
            ("<plist><string>&a;</string></plist>", .entities), ("<plist><string>&", .badXML),
            ("<plist><string>&#xD800;</string></plist>", .badXML),
            ("<plist><string>&#+65;</string></plist>", .badXML),
            ("<plist><string>&#x+41;</string></plist>", .badXML),
            ("<plist><string>&#-0;</string></plist>", .badXML),
            (bomb + "<plist><string>&b;</string></plist>", .entities), ("<!DOCTYPE plist", .badXML),
            ("<plist>\(deep)", .tooDeep), ("<plist><set></set></plist>", .badElement),
            ("<plist><dict><true/></dict></plist>", .badElement),
            ("<plist><integer2>7</integer2></plist>", .badElement),
            ("<plist><string:x>a</string:x></plist>", .badElement),
            ("<plist><dict><key2>a</key2><true/></dict></plist>", .badElement),
            ("<plist><string>a</string-x></plist>", .badXML),
            ("<plist><array></array2></plist>", .badXML),
            ("<plist-x><true/></plist-x>", .notXMLPropertyList),
            ("<plist><dict><key>a</key></dict></plist>", .badXML),
            ("<plist><integer>x</integer></plist>", .badContent), ("<plist><integer/></plist>", .badContent),
            ("<plist><integer>99999999999999999999</integer></plist>", .badContent),
            ("<plist><integer>0x-5</integer></plist>", .badContent),
            ("<plist><integer>0x</integer></plist>", .badContent),
            ("<plist><integer>--5</integer></plist>", .badContent),
            ("<plist><integer>F</integer></plist>", .badContent),
            ("<plist><real>0x10</real></plist>", .badContent),
            ("<plist><real>nan(0x1)</real></plist>", .badContent),
            ("<plist><real></real></plist>", .badContent), ("<plist><date>today</date></plist>", .badContent),
            ("<plist><data>A</data></plist>", .badContent), ("<plist><true>x</true></plist>", .badContent),
            ("<?xml version=\"1.0\" encoding=\"UTF-16\"?><plist><true/></plist>", .otherEncoding),
        ]
        for (xml, reason) in rows {
            #expect(XMLPlistReader.isXML(Array(xml.utf8)))
            let failure = #expect(throws: PlistFailure.self) { try XMLPlistReader.binary(Array(xml.utf8)) }
            #expect(failure?.reason == reason, "\(xml.prefix(80))")
        }
        let utf16 = Array("<plist/>".utf16).flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(throws: PlistFailure(.otherEncoding, at: 0)) { try XMLPlistReader.binary(utf16) }
        let invalid = Array("<plist><string>".utf8) + [0xC3, 0x28] + Array("</string></plist>".utf8)
        #expect(throws: PlistFailure(.badText, at: 15)) { try XMLPlistReader.binary(invalid) }
    }

    @Test func uidsAreOnlyReadWhereExpected() throws {
        let xml = Array("<plist><dict><key>CF$UID</key><integer>7</integer></dict></plist>".utf8)
        let table = try PlistTable(
            validating: XMLPlistReader.binary(xml, readsUIDs: true), isForeign: true)
        #expect("\(try table.object(table.root))" == "uid(7)")
        guard case .dictionary = try read(String(decoding: xml, as: UTF8.self)) else {
            Issue.record("not a dictionary")
            return
        }
        // A dictionary with other keys is no UID.
        let pair = "<plist><dict><key>a</key><true/><key>CF$UID</key><integer>7</integer></dict></plist>"
        let other = try PlistTable(
            validating: XMLPlistReader.binary(Array(pair.utf8), readsUIDs: true), isForeign: true)
        #expect(try other.members(of: other.root).keys.sorted() == ["CF$UID", "a"])
    }

    @Test func readingXMLFromFoundationMatchesFoundation() throws {
        let list: [String: Any] = [
            "a": [1, 2.5, true, "x<&>\r", Date(timeIntervalSinceReferenceDate: 5), Data([1, 2])] as [Any],
            "b": [String: Any](), "é": UInt64.max,
        ]
        let xml = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        let binary = Data(try XMLPlistReader.binary([UInt8](xml)))
        let ours = try PropertyListSerialization.propertyList(from: binary, format: nil)
        let theirs = try PropertyListSerialization.propertyList(from: xml, format: nil)
        #expect(
            try NSDictionary(dictionary: #require(ours as? [String: Any]))
                == NSDictionary(dictionary: #require(theirs as? [String: Any])))
    }
}
