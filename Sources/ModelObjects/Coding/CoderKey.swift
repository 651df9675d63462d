/// Any key.
struct CoderKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ text: String) { self.init(stringValue: text) }
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, nil) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
}
