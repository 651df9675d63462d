// Task: keep a graph of models in a file, with shared objects, a cycle and subclasses; read what an older
// version wrote.

import Foundation
import ModelObjects

class Employee: ModelObject {
    var name = ""
    var joined: Date?
    var boss: Employee?
}

final class Manager: Employee {
    var team: [Employee] = []
    var budget = Decimal(0)
}

final class Company: ModelObject {
    var name = ""
    var head: Manager?
    var staff: [Employee] = []
    var notes: [String: Any] = [:]
}

// A cycle: the manager has a team, whose members have the manager as boss.
let ada = Manager()
(ada.name, ada.budget) = ("Ada", Decimal(string: "1234567.89") ?? 0)
ada.joined = Date(timeIntervalSince1970: 1_000_000_000)
let bob = Employee()
(bob.name, bob.boss) = ("Bob", ada)
ada.team = [bob]

let company = Company()
(company.name, company.head, company.staff) = ("Example", ada, [ada, bob])
company.notes = ["floors": 3, "green": true, "ratio": 1.0, "logo": Data([1, 2, 3])]

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
    "ArchiveToDisk-\(UUID().uuidString)")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }

// Written whole: a reader finds the old file or the new one, never a part.
let file = folder.appendingPathComponent("company.plist")
try company.archive(to: file)
try Employee.archive(company.staff, to: folder.appendingPathComponent("staff.plist"))

print("Files:")
for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
    let path = folder.appendingPathComponent(name).path
    print("  \(name): \(try FileManager.default.attributesOfItem(atPath: path)[.size] ?? 0) bytes")
}

print("Read back:")
let again = try Company.unarchive(from: file)
if let head = again.head {
    print("  \(again.name), head \(head.name), a \(type(of: head)), budget \(head.budget)")
    print("  the head is the first of the staff: \(head === again.staff[0])")
    print("  the cycle is there: \(head.team[0].boss === head)")
}
let notes = again.notes.keys.sorted().map { key in
    "\(key) \(again.notes[key].map { "\(type(of: $0))" } ?? "")"
}
print("  notes: \(notes.joined(separator: ", "))")

// An older version of a class, under the same name.
final class OldContact: ModelObject {
    var login = "ada"
    var phone = "12"
    var friend: OldContact?
    override class var archiveName: String { "Contact" }
}

final class Contact: ModelObject {
    var userName = ""
    var phone = 0  // was a text: converted
    var friends: [Contact] = []
    var isActive = true  // new: keeps its default
    override class var archiveName: String { "Contact" }
    override class var archiveVersion: Int { 2 }
    override class func migrate(_ fields: inout [String: Any], from version: Int) throws {
        guard version < 2 else { return }
        fields["userName"] = fields.removeValue(forKey: "login")
        // A model is opaque here, and may be moved.
        if let friend = fields.removeValue(forKey: "friend") { fields["friends"] = [friend] }
    }
}

let old = OldContact()
old.friend = OldContact()
old.friend?.login = "bob"
let contact = try Contact.unarchive(data: old.archivedData())
print("Migrated:")
print("  \(contact.userName), phone \(contact.phone), active \(contact.isActive)")
print("  friends: \(contact.friends.map(\.userName))")

// What goes wrong has a reason.
do {
    _ = try Employee.unarchive(from: folder.appendingPathComponent("staff.plist"))
} catch {
    print(error)
}
do {
    _ = try OldContact.unarchive(data: contact.archivedData())
} catch {
    print(error)
}

// Models that refer to each other in a circle are freed when the circle is opened.
for manager in [ada, again.head] { manager?.team = [] }
