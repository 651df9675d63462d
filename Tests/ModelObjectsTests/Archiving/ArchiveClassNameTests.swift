import Foundation
import Testing

@testable import ModelObjects

/// The names of generic classes in archives are the same on every platform.
@Suite struct ArchiveClassNameTests {
    private class Case<Content>: ModelObject { var number = 0 }

    @Test func typesOfFoundationHaveTheirNamesOnApplePlatforms() {
        let names: [(type: ModelObject.Type, content: String)] = [
            (Case<Date>.self, "Foundation.Date"), (Case<URL>.self, "Foundation.URL"),
            (Case<Decimal>.self, "__C.NSDecimal"), (Case<CGFloat>.self, "CoreGraphics.CGFloat"),
            (Case<NSNumber>.self, "__C.NSNumber"), (Case<Locale>.self, "Foundation.Locale"),
            (Case<[UUID?]>.self, "Swift.Array<Swift.Optional<Foundation.UUID>>"),
            (Case<(Data, Int)>.self, "(Foundation.Data, Swift.Int)"),
        ]
        for (type, content) in names {
            #expect(type.archiveName == "ModelObjectsTests.ArchiveClassNameTests.Case<\(content)>")
        }
    }

    @Test(arguments: [
        ("App.Box<Foundation.CGPoint>", "App.Box<__C.CGPoint>"),
        ("App.Box<Foundation._NSRange>", "App.Box<__C._NSRange>"),
        ("App.Box<FoundationNetworking.URLRequest>", "App.Box<Foundation.URLRequest>"),
        (
            "App.Box<Foundation.Measurement<Foundation.UnitLength>>",
            "App.Box<Foundation.Measurement<__C.NSUnitLength>>"
        ),
        (
            "(extension in App):FoundationEssentials.Date.Stamp",
            "(extension in App):Foundation.Date.Stamp"
        ),
        (
            "App.Box<(extension in FoundationInternationalization):FoundationEssentials.Date.FormatStyle>",
            "App.Box<(extension in Foundation):Foundation.Date.FormatStyle>"
        ),
    ])
    func namesBecomeThoseOnApplePlatforms(_ name: String, _ expected: String) {
        #expect(ArchiveClassName.portable(name) == expected)
    }

    private final class Renamed: ModelObject {
        var number = 0
        override class var archiveName: String { "v2.Renamed" }
        override class var archiveAliases: [String] { ["App.Box<FoundationEssentials.Date>"] }
    }

    /// Whether the alias and the archive have the name on Linux or that on Apple platforms.
    @Test(arguments: ["App.Box<FoundationEssentials.Date>", "App.Box<Foundation.Date>"])
    func aliasesAreFoundByBothNames(_ name: String) {
        var classes = ArchiveClasses.reachable(from: Renamed.self)
        #expect(classes.find(name).type == Renamed.self)
    }

    @Test(arguments: [
        "FoundationEssentials.Date", "App.Box<App.FoundationEssentials.Date>",
        "App.Box<MyFoundation.NSThing>", "App.Box<App.Foundation.CGFloat>",
        "App.Box<Foundation.Date>", "App.Box<CoreGraphics.CGFloat>",
    ])
    func otherNamesStay(_ name: String) {
        #expect(ArchiveClassName.portable(name) == name)
    }

    @Test func namesOfLinuxInOlderArchivesAreFound() throws {
        final class Older: Case<Date> {
            override class var archiveName: String {
                "ModelObjectsTests.ArchiveClassNameTests.Case<FoundationEssentials.Date>"
            }
        }
        let older = Older()
        older.number = 3
        #expect(try Case<Date>.unarchive(data: older.archivedData()).number == 3)
    }
}
