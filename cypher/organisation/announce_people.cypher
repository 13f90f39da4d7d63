// Puts the same change of many users into the change log: changes/publish_batch makes an entry of each. $rows are {id,
// type, changed, subjectIds}, each with at most 1,000 subjects.
// @param rows: list of {id: id, type: text, changed: list of texts, subjectIds: list of ids}
UNWIND $rows AS row
CREATE (batch:ChangeBatch {tenantId: $tenantId, id: row.id})
SET
  batch.type = row.type,
  batch.changed = row.changed,
  batch.subjectIds = row.subjectIds,
  change_entry(batch)
