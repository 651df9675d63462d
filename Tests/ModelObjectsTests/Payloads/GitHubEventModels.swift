import Foundation
import ModelObjects

/// Models for github_events.json.
enum GitHub {
    final class Event: ModelObject {
        var type: EventType?
        var createdAt: Date?
        var actor: Actor?
        var repo: Repository?
        var `public` = false
        var payload: Payload?
        var id = ""
        var org: Actor?
    }

    enum EventType: String {
        case create = "CreateEvent"
        case fork = "ForkEvent"
        case gollum = "GollumEvent"
        case issueComment = "IssueCommentEvent"
        case issues = "IssuesEvent"
        case push = "PushEvent"
        case watch = "WatchEvent"
    }

    final class Actor: ModelObject {
        var gravatarId = ""
        var login = ""
        var avatarUrl: URL?
        var url = ""
        var id = 0
    }

    final class Repository: ModelObject {
        var url: URL?
        var id = 0
        var name = ""
    }

    final class Payload: ModelObject {
        var commits: [Commit]?
        var distinctSize: Int?
        var ref: String?
        var pushId: Int?
        var head: String?
        var before: String?
        var size: Int?
        var description: String?
        var masterBranch: String?
        var refType: String?
        var forkee: Forkee?
        var action: String?
        var issue: Issue?
        var comment: Comment?
        var pages: [Page]?
    }

    final class Commit: ModelObject {
        var url = ""
        var message = ""
        var distinct = false
        var sha = ""
        var author: Author?
    }

    final class Author: ModelObject {
        var email = ""
        var name = ""
    }

    final class Person: ModelObject {
        var url = ""
        var gistsUrl = ""
        var gravatarId = ""
        var type = ""
        var avatarUrl = ""
        var subscriptionsUrl = ""
        var organizationsUrl = ""
        var receivedEventsUrl = ""
        var reposUrl = ""
        var login = ""
        var id = 0
        var starredUrl = ""
        var eventsUrl = ""
        var followersUrl = ""
        var followingUrl = ""
    }

    final class Issue: ModelObject {
        var user: Person?
        var url = ""
        var labels: [Any] = []
        var htmlUrl = ""
        var labelsUrl = ""
        var pullRequest: PullRequest?
        var createdAt: Date?
        var closedAt: Date?
        var milestone: Any?
        var title = ""
        var body = ""
        var updatedAt: Date?
        var number = 0
        var state = ""
        var assignee: Person?
        var id = 0
        var eventsUrl = ""
        var commentsUrl = ""
        var comments = 0
    }

    final class PullRequest: ModelObject {
        var htmlUrl: Any?
        var patchUrl: Any?
        var diffUrl: Any?
    }

    final class Comment: ModelObject {
        var user: Person?
        var url = ""
        var issueUrl = ""
        var createdAt: Date?
        var body = ""
        var updatedAt: Date?
        var id = 0
    }

    final class Page: ModelObject {
        var pageName = ""
        var htmlUrl: URL?
        var title = ""
        var sha = ""
        var summary: Any?
        var action = ""
    }

    /// The repository that a fork created.
    final class Forkee: ModelObject {
        var description = ""
        var fork = false
        var url = ""
        var language = ""
        var stargazersUrl = ""
        var cloneUrl = ""
        var tagsUrl = ""
        var fullName = ""
        var mergesUrl = ""
        var forks = 0
        var `private` = false
        var gitRefsUrl = ""
        var archiveUrl = ""
        var collaboratorsUrl = ""
        var owner: Person?
        var languagesUrl = ""
        var treesUrl = ""
        var labelsUrl = ""
        var htmlUrl = ""
        var pushedAt: Date?
        var createdAt: Date?
        var hasIssues = false
        var forksUrl = ""
        var branchesUrl = ""
        var commitsUrl = ""
        var notificationsUrl = ""
        var openIssues = 0
        var contentsUrl = ""
        var blobsUrl = ""
        var issuesUrl = ""
        var compareUrl = ""
        var issueEventsUrl = ""
        var name = ""
        var updatedAt: Date?
        var statusesUrl = ""
        var forksCount = 0
        var assigneesUrl = ""
        var sshUrl = ""
        var `public` = false
        var hasWiki = false
        var subscribersUrl = ""
        var mirrorUrl: String?
        var watchersCount = 0
        var id = 0
        var hasDownloads = false
        var gitCommitsUrl = ""
        var downloadsUrl = ""
        var pullsUrl = ""
        var homepage: String?
        var issueCommentUrl = ""
        var hooksUrl = ""
        var subscriptionUrl = ""
        var milestonesUrl = ""
        var svnUrl = ""
        var eventsUrl = ""
        var gitTagsUrl = ""
        var teamsUrl = ""
        var commentsUrl = ""
        var openIssuesCount = 0
        var keysUrl = ""
        var gitUrl = ""
        var contributorsUrl = ""
        var size = 0
        var watchers = 0
    }
}
