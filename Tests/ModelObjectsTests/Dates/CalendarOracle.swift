import Foundation

/// Computes days and texts with a slow and obvious algorithm, as a reference for the library.
struct CalendarOracle {
    /// The days from 1 January of year 1 to 1 January of the year at each index; index 0 is not used.
    private let daysBeforeYear: [Int]
    private static let commonYear = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    private static let leapYear = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

    static let shared = CalendarOracle()

    private init() {
        var days = [0, 0]
        for year in 1...9999 { days.append(days[year] + Self.months(of: year).reduce(0, +)) }
        daysBeforeYear = days
    }

    static func months(of year: Int) -> [Int] {
        if year % 400 == 0 { return leapYear }
        if year % 100 == 0 { return commonYear }
        return year % 4 == 0 ? leapYear : commonYear
    }

    /// The seconds from 1970 to midnight of a day.
    func midnight(year: Int, month: Int, day: Int) -> Int64 {
        let days = daysBeforeYear[year] + Self.months(of: year)[..<(month - 1)].reduce(0, +) + day - 1
        return Int64(days - daysBeforeYear[1970]) * 86_400
    }
}

/// The fields of a random instant, each as likely as any other of its year.
struct OracleInstant {
    var year, month, day, hour, minute, second, millisecond: Int

    init(using generator: inout SeededNumbers) {
        year = .random(in: 1...9999, using: &generator)
        month = .random(in: 1...12, using: &generator)
        day = .random(in: 1...CalendarOracle.months(of: year)[month - 1], using: &generator)
        hour = .random(in: 0...23, using: &generator)
        minute = .random(in: 0...59, using: &generator)
        second = .random(in: 0...59, using: &generator)
        millisecond = Bool.random(using: &generator) ? 0 : .random(in: 0...999, using: &generator)
    }

    /// The whole seconds from 1970.
    var seconds: Int64 {
        CalendarOracle.shared.midnight(year: year, month: month, day: day)
            + Int64(hour * 3_600 + minute * 60 + second)
    }

    var millisecondsSince1970: Int64 { seconds * 1_000 + Int64(millisecond) }

    /// Divides exact milliseconds once instead of adding two doubles.
    var date: Date { Date(timeIntervalSince1970: Double(millisecondsSince1970) / 1_000) }

    /// `yyyy-MM-ddTHH:mm:ss` and the fraction without trailing zeros.
    var text: String {
        let day = "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
        let time = "\(padded(hour, 2)):\(padded(minute, 2)):\(padded(second, 2))"
        var fraction = millisecond == 0 ? "" : ".\(padded(millisecond, 3))"
        while fraction.hasSuffix("0") { fraction.removeLast() }
        return "\(day)T\(time)\(fraction)"
    }
}

func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.utf8.count)) + digits
}
