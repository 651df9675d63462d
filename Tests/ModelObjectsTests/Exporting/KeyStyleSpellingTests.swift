import Testing

@testable import ModelObjects

struct KeyStyleSpellingTests {
    private typealias Row = (name: String, snake: String, kebab: String, camel: String, pascal: String)
    private static let rows: [Row] = [
        ("name", "name", "name", "name", "Name"),
        ("userID", "user_id", "user-id", "userID", "UserID"),
        ("HTMLParser", "html_parser", "html-parser", "htmlParser", "HTMLParser"),
        ("iOSVersion", "i_os_version", "i-os-version", "iOSVersion", "IOSVersion"),
        ("URL", "url", "url", "url", "URL"),
        ("avatarURLString", "avatar_url_string", "avatar-url-string", "avatarURLString", "AvatarURLString"),
        (
            "already_snake_case", "already_snake_case", "already-snake-case", "alreadySnakeCase",
            "AlreadySnakeCase"
        ),
        ("page2Count", "page2_count", "page2-count", "page2Count", "Page2Count"),
        ("_id", "_id", "_id", "_id", "_id"),
        ("__typeName", "__type_name", "__type-name", "__typeName", "__typeName"),
        ("größeÄußere", "größe_äußere", "größe-äußere", "größeÄußere", "GrößeÄußere"),
        ("ﬁnPage", "ﬁn_page", "ﬁn-page", "ﬁnPage", "ﬁnPage"),
        ("aßeSs", "aße_ss", "aße-ss", "aßeSs", "AßeSs"),
        ("_", "_", "_", "_", "_"),
        ("x", "x", "x", "x", "X"),
    ]

    @Test(arguments: rows)
    func wordsAreSplitAtCaseChangesAndAcronymsStayWhole(
        name: String, snake: String, kebab: String, camel: String, pascal: String
    ) {
        #expect(ExportOptions.KeyStyle.declared.key(for: name) == name)
        #expect(ExportOptions.KeyStyle.snakeCase.key(for: name) == snake)
        #expect(ExportOptions.KeyStyle.kebabCase.key(for: name) == kebab)
        #expect(ExportOptions.KeyStyle.camelCase.key(for: name) == camel)
        #expect(ExportOptions.KeyStyle.pascalCase.key(for: name) == pascal)
    }

    @Test(arguments: ExportOptions.KeyStyle.allCases)
    func everyStyledKeyMatchesItsProperty(style: ExportOptions.KeyStyle) {
        for name in [
            "userID", "HTMLParser", "iOSVersion", "already_snake", "page2Count", "größeÄußere", "ﬁn", "ſ",
            "ŉa",
        ] {
            #expect(KeyFolding.fold(style.key(for: name)) == KeyFolding.fold(name))
        }
    }
}
