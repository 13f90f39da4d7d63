// Notes how far an import of people is that has not ended.
MATCH (job:OrgImport {tenantId: $tenantId, id: $importId})
SET job.tenantId = $tenantId
WITH job
WHERE NOT job.status IN ['done', 'failed']
SET job.status = 'applying', job.done = toInteger($done), job.total = toInteger($total)
