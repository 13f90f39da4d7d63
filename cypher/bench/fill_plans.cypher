// Creates $count cancelled plans without moves for the benchmark, by the author $userId.
// @param count: whole number
// @param userId: id
// @param now: instant
UNWIND range(1, toInteger($count)) AS place
CREATE (:OrgPlan:$($tenantLabel) {
  tenantId: $tenantId,
  id: randomUUID(),
  name: 'Plan ' + place,
  status: 'cancelled',
  authorId: $userId,
  lostIds: [],
  baseRevision: 0,
  version: 1,
  moveCount: 0,
  createdAt: datetime($now) - duration({minutes: place}),
  updatedAt: datetime($now) - duration({minutes: place})
})
