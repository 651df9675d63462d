// Task: make an object from JSON.

import Foundation
import ModelObjects

final class GitHubUser: ModelObject {
    var login = ""
    var id = 0
    var avatarURL: URL?
    var siteAdmin = false
    var name: String?
    var email: String?
    var publicRepos = 0
    var createdAt: Date?
}

let json = """
    {
        "login": "octocat", "ID": 583231, "avatar_url": "https://example.com/u/583231", "site-admin": false,
        "Name": "The Octocat", "email": null, "public_repos": "8", "created_at": "2011-01-25T18:44:36Z"
    }
    """

let user = try GitHubUser(json: json)
print(user)
