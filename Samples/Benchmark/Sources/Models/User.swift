import ModelObjects

/// A user in the format of api.github.com: 28 properties, matched to snake_case keys without a rule.
class User: ModelObject {
    var login = ""
    var id = 0
    var avatarUrl = ""
    var gravatarId = ""
    var url = ""
    var htmlUrl = ""
    var followersUrl = ""
    var followingUrl = ""
    var gistsUrl = ""
    var starredUrl = ""
    var subscriptionsUrl = ""
    var organizationsUrl = ""
    var reposUrl = ""
    var eventsUrl = ""
    var receivedEventsUrl = ""
    var type = ""
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

/// The same user with a hook that handles one key itself and leaves the rest to the library.
final class HookedUser: User {
    override func serializeValue(_ value: Any, key: String) {
        if key == "login" {
            login = value as? String ?? ""
        } else {
            super.serializeValue(value, key: key)
        }
    }
}

/// The same user, as a class for which no report is requested.
final class UninspectedUser: User {}
