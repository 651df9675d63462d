import Testing

@testable import ModelObjects

struct KeyedClassesTests {
    enum Screen {
        final class Row: ModelObject { var title = "" }
    }

    @Test(arguments: [
        ("_TtC3App4User", "App.User"),
        ("_TtCO3App6Screen3Row", "App.Screen.Row"),
        ("_TtCVC3App5Outer6Middle5Inner", "App.Outer.Middle.Inner"),
        ("_TtC3AppP33_0123456789ABCDEF0123456789ABCDEF4User", "App.User"),
        ("_TtCC3AppP33_0123456789ABCDEF0123456789ABCDEF5Outer5Inner", "App.Outer.Inner"),
        ("_TtC3App5Größe", nil),
        ("_TtC3App7Größe", "App.Größe"),
        ("_TtGC3App3BoxSi_", nil),
        ("_TtC3App", nil),
        ("_TtC3App4User4Name", nil),
        ("_TtC3App5User", nil),
        ("_TtC3App0", nil),
        ("_TtC3App99999999999999999999User", nil),
        ("_Tt", nil),
        ("_Tt3App", nil),
        ("App.User", nil),
        ("", nil),
    ])
    func namesOfTheObjectiveCRuntimeAreReadable(name: String, readable: String?) {
        #expect(KeyedClasses.demangled(name) == readable)
    }

    @Test func aNestedClassIsFound() throws {
        let name = "_TtCO3App6Screen3Row"
        let source = PlistSource.keyed([["$class": .uid(2), "title": "a"], .class(name)])
        #expect(try Screen.Row.unarchive(keyedArchive: source.binary).title == "a")
        let other = PlistSource.keyed([["$class": .uid(2), "title": "a"], .class("_TtCO3App6Screen4Cell")])
        #expect(throws: ModelError.self) { try Screen.Row.unarchive(keyedArchive: other.binary) }
        let row = try Screen.Row.unarchive(
            keyedArchive: other.binary, classes: ["_TtCO3App6Screen4Cell": Screen.Row.self])
        #expect(row.title == "a")
    }
}
