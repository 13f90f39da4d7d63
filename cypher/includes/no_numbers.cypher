// Assignments: what says how large the shift of `flag` is, when it began, and which weekly values are behind it, is
// forgotten.
flag.n = null, flag.recentMean = null, flag.baselineMean = null, flag.effectSize = null, flag.p = null, flag.adjustedP = null,
flag.startWeek = null, flag.startEarliest = null, flag.startLatest = null, flag.seriesWeeks = null, flag.seriesValues = null
