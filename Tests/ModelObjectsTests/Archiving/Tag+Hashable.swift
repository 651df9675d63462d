/// An identity by content, as sets ask for.
extension Tag: Hashable {
    static func == (left: Tag, right: Tag) -> Bool {
        left.text == right.text && left.parent?.text == right.parent?.text
            && left.tags.count == right.tags.count
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(text)
        hasher.combine(parent?.text)
        hasher.combine(tags.count)
    }
}
