import Foundation
import ModelObjects

/// Models for random.json.
enum People {
    final class Response: ModelObject {
        var id = 0
        var jsonrpc = ""
        var total = 0
        var result: [Person] = []
    }

    final class Person: ModelObject {
        var id = 0
        var avatar = ""
        var age: Int16 = 0
        var admin = false
        var name = ""
        var company = ""
        var phone = ""
        var email = ""
        var birthDate: Date?
        var friends: [Friend] = []
        var field = ""
    }

    final class Friend: ModelObject {
        var id = 0
        var name = ""
        var phone = ""
    }
}
