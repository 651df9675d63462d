/// `User` for JSONDecoder, with explicit coding keys.
struct CodedUser: Codable {
    var login: String
    var id: Int
    var avatarUrl: String
    var gravatarId: String
    var url: String
    var htmlUrl: String
    var followersUrl: String
    var followingUrl: String
    var gistsUrl: String
    var starredUrl: String
    var subscriptionsUrl: String
    var organizationsUrl: String
    var reposUrl: String
    var eventsUrl: String
    var receivedEventsUrl: String
    var type: String
    var siteAdmin: Bool
    var name: String?
    var company: String?
    var blog: String?
    var location: String?
    var email: String?
    var hireable: Bool?
    var bio: String?
    var publicRepos: Int
    var publicGists: Int
    var followers: Int
    var following: Int

    enum CodingKeys: String, CodingKey {
        case login
        case id
        case avatarUrl = "avatar_url"
        case gravatarId = "gravatar_id"
        case url
        case htmlUrl = "html_url"
        case followersUrl = "followers_url"
        case followingUrl = "following_url"
        case gistsUrl = "gists_url"
        case starredUrl = "starred_url"
        case subscriptionsUrl = "subscriptions_url"
        case organizationsUrl = "organizations_url"
        case reposUrl = "repos_url"
        case eventsUrl = "events_url"
        case receivedEventsUrl = "received_events_url"
        case type
        case siteAdmin = "site_admin"
        case name
        case company
        case blog
        case location
        case email
        case hireable
        case bio
        case publicRepos = "public_repos"
        case publicGists = "public_gists"
        case followers
        case following
    }
}

/// `User` for `convertFromSnakeCase`, which derives the keys.
struct SnakeUser: Codable {
    var login: String
    var id: Int
    var avatarUrl: String
    var gravatarId: String
    var url: String
    var htmlUrl: String
    var followersUrl: String
    var followingUrl: String
    var gistsUrl: String
    var starredUrl: String
    var subscriptionsUrl: String
    var organizationsUrl: String
    var reposUrl: String
    var eventsUrl: String
    var receivedEventsUrl: String
    var type: String
    var siteAdmin: Bool
    var name: String?
    var company: String?
    var blog: String?
    var location: String?
    var email: String?
    var hireable: Bool?
    var bio: String?
    var publicRepos: Int
    var publicGists: Int
    var followers: Int
    var following: Int
}

/// `CodedUser`, filled by hand from JSONSerialization's objects.
extension CodedUser {
    init(_ fields: [String: Any]) {
        login = fields["login"] as? String ?? ""
        id = fields["id"] as? Int ?? 0
        avatarUrl = fields["avatar_url"] as? String ?? ""
        gravatarId = fields["gravatar_id"] as? String ?? ""
        url = fields["url"] as? String ?? ""
        htmlUrl = fields["html_url"] as? String ?? ""
        followersUrl = fields["followers_url"] as? String ?? ""
        followingUrl = fields["following_url"] as? String ?? ""
        gistsUrl = fields["gists_url"] as? String ?? ""
        starredUrl = fields["starred_url"] as? String ?? ""
        subscriptionsUrl = fields["subscriptions_url"] as? String ?? ""
        organizationsUrl = fields["organizations_url"] as? String ?? ""
        reposUrl = fields["repos_url"] as? String ?? ""
        eventsUrl = fields["events_url"] as? String ?? ""
        receivedEventsUrl = fields["received_events_url"] as? String ?? ""
        type = fields["type"] as? String ?? ""
        siteAdmin = fields["site_admin"] as? Bool ?? false
        name = fields["name"] as? String
        company = fields["company"] as? String
        blog = fields["blog"] as? String
        location = fields["location"] as? String
        email = fields["email"] as? String
        hireable = fields["hireable"] as? Bool
        bio = fields["bio"] as? String
        publicRepos = fields["public_repos"] as? Int ?? 0
        publicGists = fields["public_gists"] as? Int ?? 0
        followers = fields["followers"] as? Int ?? 0
        following = fields["following"] as? Int ?? 0
    }
}
