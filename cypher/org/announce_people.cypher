// Puts the same change of many users into the change log: changes/publish_batch makes an entry of each. $rows are {id,
// type, changed, subjectIds}, each with at most 1,000 subjects.
UNWIND $rows AS row
CREATE (batch:ChangeBatch:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  type: row.type,
  changed: row.changed,
  subjectIds: row.subjectIds,
  traceparent: $traceparent,
  at: datetime($now),
  recordedAt: datetime.realtime()
})
