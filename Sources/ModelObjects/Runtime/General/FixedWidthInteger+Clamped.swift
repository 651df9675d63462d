extension FixedWidthInteger {
    /// The sum with a number that is not negative, or the maximum if the type cannot hold the sum.
    func addingClamped(_ other: Self) -> Self {
        let (sum, isOverflow) = addingReportingOverflow(other)
        return isOverflow ? .max : sum
    }
}
