/// All comparisons of this program.
///
/// A new one is a file beside this one, and a line here.
let allComparisons: [Comparison] =
    [
        userReading, statusReading, membersReading, userWriting, statusWriting, membersWriting,
        ruledReading, discriminatedReading, inspectedReading,
        archiveWriting, archiveReading, keyedArchiveWriting, keyedArchiveReading,
    ] + dateReadings
