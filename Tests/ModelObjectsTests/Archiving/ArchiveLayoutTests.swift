import Foundation
import Testing

@testable import ModelObjects

/// The layout that other tools see.
@Suite struct ArchiveLayoutTests {
    private static func group() -> ArchiveGroup {
        let group = ArchiveGroup()
        let (circle, shape) = (ArchiveCircle(), ArchiveShape())
        (circle.name, circle.radius, circle.next, shape.name) = ("c", 1.5, shape, "$x")
        (group.name, group.members, group.byName, group.favourite) = (
            "g", [circle, shape], ["b": shape, "a": circle], circle
        )
        group.things = [1, true, 1.0, Set(["b", "a"]), Decimal(string: "1.25") ?? 0]
        return group
    }

    @Test func foundationReadsTheLayout() throws {
        let plist = try PropertyListSerialization.propertyList(from: Self.group().archivedData(), format: nil)
        let root = try #require(plist as? [String: Any])
        #expect(root.keys.sorted() == ["classes", "digest", "format", "objects", "root", "version"])
        #expect(
            root["format"] as? String == "ModelObjects" && root["version"] as? Int == 1
                && root["root"] as? Int == 0)
        #expect(root["digest"] is Int)
        let classes = try #require(root["classes"] as? [[String: Any]])
        #expect(
            classes.map { $0["name"] as? String }
                == ["ArchiveGroup", "ArchiveCircle", "ArchiveShape"].map { "ModelObjectsTests." + $0 })
        #expect(classes.allSatisfy { $0["version"] as? Int == 1 && $0.count == 3 })
        #expect(
            classes[0]["fields"] as? [String] == [
                "name", "members", "byName", "favourite", "things", "sets", "secret",
            ])
        #expect(classes[1]["fields"] as? [String] == ["name", "next", "radius"])
        let objects = try #require(root["objects"] as? [[Any]])
        #expect(objects.count == 3 && objects.map { $0[0] as? Int } == [0, 1, 2])
        #expect(objects[0][1] as? String == "g" && objects[0][2] as? [String] == ["$1", "$2"])
        #expect(
            objects[0][3] as? [String: String] == ["a": "$1", "b": "$2"] && objects[0][4] as? String == "$1")
        let things = try #require(objects[0][5] as? [Any])
        #expect((things[3] as? [String: [String]]) == ["$set": ["a", "b"]])
        #expect((things[4] as? [String: String]) == ["$decimal": "1.25"])
        #expect(
            objects[1][1] as? String == "c" && objects[1][2] as? String == "$2"
                && objects[1][3] as? Double == 1.5)
        #expect(objects[2][1] as? String == "$$x" && objects[2][2] as? String == "$nil")
    }

    @Test func theRootOfAnArrayArchiveIsAList() throws {
        let link = ArchiveLink()
        let data = try ArchiveLink.archivedData([link, ArchiveLink(), link])
        let plist = try PropertyListSerialization.propertyList(from: data, format: nil)
        #expect((plist as? [String: Any])?["root"] as? [Int] == [0, 1, 0])
    }

    #if os(macOS) || os(Linux)  // only these platforms support exit tests

    @Test(.enabled(if: PythonProcess.isThere))
    func pythonReadsTheLayout() throws {
        let folder = try TemporaryFolder()
        let file = folder.path("archive.plist")
        try Self.group().archive(to: URL(fileURLWithPath: file))
        let output = try PythonProcess.run(
            """
            import plistlib, sys
            archive = plistlib.load(open(sys.argv[1], 'rb'))
            print(archive['format'], archive['version'], archive['root'], sorted(archive))
            print([c['name'].split('.')[1] for c in archive['classes']], archive['objects'][1])
            """, file)
        #expect(
            output == """
                ModelObjects 1 0 ['classes', 'digest', 'format', 'objects', 'root', 'version']
                ['ArchiveGroup', 'ArchiveCircle', 'ArchiveShape'] [1, 'c', '$2', 1.5]

                """)
    }

    /// Each process has its own hash seed, so the order of sets and dictionaries differs between processes.
    @Test func twoProcessesWriteTheSameBytes() async throws {
        let folder = try TemporaryFolder()
        let file = folder.path("archive.plist")
        await #expect(processExitsWith: .success) { [file = file as String] in
            try Self.unordered().archive(to: URL(fileURLWithPath: file))
        }
        #expect(try Data(AtomicFile.contents(of: file)) == Self.unordered().archivedData())
    }

    #endif

    private static func unordered() throws -> ArchiveGroup {
        let group = ArchiveGroup()
        let every = ArchiveEveryValue.filled()
        for number in 0..<40 {
            every.words.insert("word \(number)")
            every.numbers.insert(Double(number) / 3)
            every.byInt[number] = URL(fileURLWithPath: "/\(number)")
            every.anyByKey["key \(number)"] = Set((0..<number).map { "\($0)" })
            let (tag, parent) = (ArchiveTag(), ArchiveTag())
            (tag.text, tag.parent, parent.text) = ("tag \(number / 3)", parent, "\(number)")
            group.sets.insert(tag)
            group.byName["shape \(number)"] = ArchiveCircle()
        }
        group.things = [every]
        return group
    }
}
