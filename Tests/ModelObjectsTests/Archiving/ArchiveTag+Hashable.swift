/// An identity by content, as sets ask for.
extension ArchiveTag: Hashable {
    static func == (left: ArchiveTag, right: ArchiveTag) -> Bool {
        left.text == right.text && left.parent?.text == right.parent?.text
            && left.tags.count == right.tags.count
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(parent?.text)
        hasher.combine(tags.count)
    }
}
