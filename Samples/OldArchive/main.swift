// Task: move the file that an older version of an app wrote with NSKeyedArchiver to an archive of this library.

import Foundation
import ModelObjects

final class User: ModelObject {
    var userName = ""
    var joined: Date?
    var homepage: URL?
    var balance = Decimal(0)
    var cars: [Car] = []
}

final class Car: ModelObject {
    var color = ""
    var owner: User?
}

// The old app had the Objective-C classes SHUser and SHCar. NSKeyedArchiver wrote their instance variables.
// (Such files are usually binary. This one is XML, so that you can read it.)
let written = """
    <plist version="1.0"><dict>
    <key>$archiver</key><string>NSKeyedArchiver</string>
    <key>$version</key><integer>100000</integer>
    <key>$top</key><dict><key>root</key><dict><key>CF$UID</key><integer>1</integer></dict></dict>
    <key>$objects</key><array>
        <string>$null</string>
        <dict>
            <key>$class</key><dict><key>CF$UID</key><integer>9</integer></dict>
            <key>_userName</key><string>ada</string>
            <key>_joined</key><dict><key>CF$UID</key><integer>2</integer></dict>
            <key>_homepage</key><dict><key>CF$UID</key><integer>3</integer></dict>
            <key>_balance</key><string>12.50</string>
            <key>_cars</key><dict><key>CF$UID</key><integer>4</integer></dict>
            <key>_badge</key><dict><key>CF$UID</key><integer>6</integer></dict>
        </dict>
        <dict>
            <key>$class</key><dict><key>CF$UID</key><integer>7</integer></dict>
            <key>NS.time</key><real>400000000.5</real>
        </dict>
        <dict>
            <key>$class</key><dict><key>CF$UID</key><integer>8</integer></dict>
            <key>NS.base</key><dict><key>CF$UID</key><integer>0</integer></dict>
            <key>NS.relative</key><string>https://example.com/ada</string>
        </dict>
        <dict>
            <key>$class</key><dict><key>CF$UID</key><integer>10</integer></dict>
            <key>NS.objects</key><array><dict><key>CF$UID</key><integer>5</integer></dict></array>
        </dict>
        <dict>
            <key>$class</key><dict><key>CF$UID</key><integer>11</integer></dict>
            <key>_color</key><string>red</string>
            <key>_owner</key><dict><key>CF$UID</key><integer>1</integer></dict>
        </dict>
        <dict>
            <key>$class</key><dict><key>CF$UID</key><integer>12</integer></dict>
        </dict>
        <dict><key>$classname</key><string>NSDate</string></dict>
        <dict><key>$classname</key><string>NSURL</string></dict>
        <dict><key>$classname</key><string>SHUser</string></dict>
        <dict><key>$classname</key><string>NSArray</string></dict>
        <dict><key>$classname</key><string>SHCar</string></dict>
        <dict><key>$classname</key><string>SHBadge</string></dict>
    </array>
    </dict></plist>
    """

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("OldArchive-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let oldFile = folder.appendingPathComponent("user.archive")
let newFile = folder.appendingPathComponent("user.plist")
try Data(written.utf8).write(to: oldFile)

// While you develop: see what is not recognized. Here it is the class SHBadge.
let classes: [String: ModelObject.Type] = ["SHUser": User.self, "SHCar": Car.self]
let (_, report) = User.inspect(keyedArchive: try Data(contentsOf: oldFile), classes: classes)
print(report)

// In the app: read the new file if it exists, and otherwise the old one. Keep the old file until a later
// version.
func loadUser() throws -> User {
    if FileManager.default.fileExists(atPath: newFile.path) { return try User.unarchive(from: newFile) }
    let user = try User.unarchive(keyedArchive: Data(contentsOf: oldFile), classes: classes)
    try user.archive(to: newFile)
    return user
}

for file in ["the old file", "the new file"] {
    let user = try loadUser()
    print("from \(file): \(user.userName), \(user.balance), \(user.homepage?.absoluteString ?? "-")")
    print("joined \(user.joined?.timeIntervalSinceReferenceDate ?? 0) s after 2001")
    print("a \(user.cars[0].color) car, owned by the same user: \(user.cars[0].owner === user)")
    user.cars = []  // breaks the cycle, so that the models are freed
}
