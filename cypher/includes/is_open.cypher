// is_open(summary): condition, the summary waits for a response, and is of the last 53 weeks.
// @param now: instant
summary.weekStart > date(datetime($now)) - duration({weeks: 53}) AND NOT EXISTS { (summary)<-[:ANSWERS]-(:Response) }
