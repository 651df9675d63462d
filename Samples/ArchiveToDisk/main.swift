// Task: save a graph with a cycle and subclasses to a file, and read a file written by an older version of a class.

import Foundation
import ModelObjects

class Employee: ModelObject {
    var name = ""
    var boss: Employee?
}

final class Manager: Employee {
    var team: [Employee] = []
    var budget = Decimal(0)
}

final class Company: ModelObject {
    var head: Manager?
    var staff: [Employee] = []
    var notes: [String: Any] = [:]
}

// A cycle: the manager has a team, whose members have the manager as boss.
let ada = Manager()
(ada.name, ada.budget) = ("Ada", Decimal(string: "1234567.89") ?? 0)
let bob = Employee()
(bob.name, bob.boss) = ("Bob", ada)
ada.team = [bob]

let company = Company()
(company.head, company.staff) = (ada, [ada, bob])
company.notes = ["floors": 3, "green": true, "ratio": 1.0, "logo": Data([1, 2, 3])]

let folder = FileManager.default.temporaryDirectory.appendingPathComponent("ArchiveToDisk-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// Each file is replaced atomically: a reader finds the old one or the new one.
let file = folder.appendingPathComponent("company.plist")
try company.archive(to: file)
try Employee.archive(company.staff, to: folder.appendingPathComponent("staff.plist"))
let sizes = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).map {
    (name: $0.lastPathComponent, bytes: try $0.resourceValues(forKeys: [.fileSizeKey]).fileSize ?? 0)
}
for size in sizes.sorted(by: { $0.bytes > $1.bytes }) { print("\(size.name): \(size.bytes) bytes") }

let again = try Company.unarchive(from: file)
let head = again.head ?? Manager()
print("read: \(head.name), a \(type(of: head)), budget \(head.budget)")
print("the head is the first of the staff: \(head === again.staff[0])")
print("the cycle is kept: \(head.team[0].boss === head)")
print("notes: \(again.notes.sorted { $0.key < $1.key }.map { "\($0.key) \(type(of: $0.value))" })")

// Break the cycles, so that the models are freed.
for manager in [ada, head] { manager.team = [] }

// An older version of a class, under the same name.
final class OldContact: ModelObject {
    var login = "ada"
    var phone = "12"
    var friend: OldContact?
    override class var archiveName: String { "Contact" }
}

final class Contact: ModelObject {
    var userName = ""
    var phone = 0  // was a string, and is converted
    var friends: [Contact] = []
    var isActive = true  // new: keeps its default
    override class var archiveName: String { "Contact" }
    override class var archiveVersion: Int { 2 }
    override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
        guard version < 2 else { return }
        fields["userName"] = fields.removeValue(forKey: "login")
        // A model is opaque here, but can be moved.
        if let friend = fields.removeValue(forKey: "friend") { fields["friends"] = [friend] }
    }
}

let old = OldContact()
old.friend = OldContact()
old.friend?.login = "bob"
let contact = try Contact.unarchive(data: old.archivedData())
print("migrated: \(contact.userName), phone \(contact.phone), active \(contact.isActive)")
print("friends: \(contact.friends.map(\.userName))")
