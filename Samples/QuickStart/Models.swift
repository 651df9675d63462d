import Foundation
import ModelObjects

// Plain classes: every property has a default or is optional, and nothing says which key it comes from.

/// A user as api.github.com sends one.
final class GitHubUser: ModelObject {
    var login = ""
    var id = 0
    var avatarURL: URL?
    var gravatarID = ""
    var url: URL?
    var htmlURL: URL?
    var followersURL = ""
    var followingURL = ""
    var gistsURL = ""
    var starredURL = ""
    var subscriptionsURL = ""
    var organizationsURL = ""
    var reposURL = ""
    var eventsURL = ""
    var receivedEventsURL = ""
    var type: AccountType?
    var siteAdmin = false
    var name: String?
    var company: String?
    var blog: String?
    var location: String?
    var email: String?
    var hireable: Bool?
    var bio: String?
    var publicRepos = 0
    var publicGists = 0
    var followers = 0
    var following = 0
}

enum AccountType: String {
    case user = "User"
    case organization = "Organization"
}

/// Something that takes place, with a date.
final class Meeting: ModelObject {
    var subject = ""
    var startsAt: Date?
}

/// A reading of which one key needs a hand.
final class Reading: ModelObject {
    var sensor = ""
    var celsius = 0.0

    override func serializeValue(_ value: Any, key: String) {
        if key == "fahrenheit", let degrees = value as? Int {
            celsius = Double(degrees - 32) / 1.8
        } else {
            super.serializeValue(value, key: key)
        }
    }
}

/// A model that holds models.
final class Garage: ModelObject {
    var owner: Owner?
    var cars: [Any] = []

    override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.arrayMappings = ["cars": Car.self]
        return options
    }
}

final class Owner: ModelObject {
    var firstName = ""
}

final class Car: ModelObject {
    var maker = ""
    var doors = 0
}
