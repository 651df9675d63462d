import Foundation

/// A user in the format of api.github.com, about 1.4 KB.
func userPayload(seed: UInt64) -> Data {
    var random = SplitMix64(seed: seed)
    let login = "octo" + random.token(4)
    let id = random.number(10_000...99_999)
    let api = "https://api.github.com/users/\(login)"
    let text = """
        {
            "login": "\(login)",
            "id": \(id),
            "avatar_url": "https://avatars.githubusercontent.com/u/\(id)?v=3",
            "gravatar_id": "",
            "url": "\(api)",
            "html_url": "https://github.com/\(login)",
            "followers_url": "\(api)/followers",
            "following_url": "\(api)/following{/other_user}",
            "gists_url": "\(api)/gists{/gist_id}",
            "starred_url": "\(api)/starred{/owner}{/repo}",
            "subscriptions_url": "\(api)/subscriptions",
            "organizations_url": "\(api)/orgs",
            "repos_url": "\(api)/repos",
            "events_url": "\(api)/events{/privacy}",
            "received_events_url": "\(api)/received_events",
            "type": "Organization",
            "site_admin": false,
            "name": "Octopus Garden",
            "company": null,
            "blog": "https://code.example.com/projects/",
            "location": "Menlo Park, California",
            "email": null,
            "hireable": null,
            "bio": "We grow small programs under water, & give away what grows well. NB: members must have two-factor auth.",
            "public_repos": \(random.number(100...200)),
            "public_gists": \(random.number(1...20)),
            "followers": \(random.number(0...9_999)),
            "following": 0
        }
        """
    return Data(text.utf8)
}
