/// Copies existing members, with every string, array and object in them.
///
/// This is the minimum cost of creating these objects, since no JSON is read.
func madeAnew(_ members: [Member]) -> [Member] {
    members.map { member in
        let copy = Member()
        copy.id = member.id
        copy.userName = madeAnew(member.userName)
        copy.firstName = madeAnew(member.firstName)
        copy.lastName = madeAnew(member.lastName)
        copy.email = madeAnew(member.email)
        copy.phoneNumber = member.phoneNumber.map(madeAnew)
        copy.age = member.age
        copy.isActive = member.isActive
        copy.isVerified = member.isVerified
        copy.score = member.score
        copy.accountBalance = member.accountBalance
        copy.rating = member.rating
        copy.company = member.company.map(madeAnew)
        copy.jobTitle = member.jobTitle.map(madeAnew)
        copy.bio = madeAnew(member.bio)
        copy.websiteUrl = member.websiteUrl.map(madeAnew)
        copy.avatarUrl = madeAnew(member.avatarUrl)
        copy.languageCode = madeAnew(member.languageCode)
        copy.timeZone = madeAnew(member.timeZone)
        copy.loginCount = member.loginCount
        copy.followerCount = member.followerCount
        copy.followingCount = member.followingCount
        copy.referralCode = member.referralCode.map(madeAnew)
        copy.managerId = member.managerId
        copy.tags = member.tags.map(madeAnew)
        copy.badgeIds = member.badgeIds.map { $0 }
        copy.weeklyScores = member.weeklyScores.map { $0 }
        copy.address = member.address.map { madeAnew($0) }
        copy.notes = madeAnew(member.notes)
        copy.lastIpAddress = madeAnew(member.lastIpAddress)
        return copy
    }
}

private func madeAnew(_ address: Address) -> Address {
    let copy = Address()
    copy.street = madeAnew(address.street)
    copy.city = madeAnew(address.city)
    copy.postalCode = madeAnew(address.postalCode)
    copy.countryCode = madeAnew(address.countryCode)
    copy.latitude = address.latitude
    copy.longitude = address.longitude
    return copy
}

/// A string with its own storage: assigning a String would share that of the original.
private func madeAnew(_ text: String) -> String {
    text.utf8.withContiguousStorageIfAvailable { String(decoding: $0, as: UTF8.self) } ?? text
}
