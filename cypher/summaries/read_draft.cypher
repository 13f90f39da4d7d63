// Returns the caller's draft of a week; `draft` is null when there is none.
// @param weekStart: date
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (draft:SummaryDraft {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
RETURN caller {.roles} AS standing, draft {.content, savedAt: moment(draft.savedAt)} AS draft
