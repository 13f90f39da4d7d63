// Returns those of $files ({tenantId, id}) that no profile and no open import needs, of a profile or of people. An import counts as open while it
// is parsed, or queued or processing and created after $createdAfter. Files of tenants unknown to this database are
// never returned: the store may serve several databases.
RETURN COLLECT {
  UNWIND $files AS file
  MATCH (tenant:Tenant {id: file.tenantId})
  OPTIONAL MATCH (job:ImportJob {tenantId: file.tenantId, id: file.id})
  OPTIONAL MATCH (people:OrgImport {tenantId: file.tenantId, id: file.id})
  OPTIONAL MATCH (profile:Profile {tenantId: file.tenantId, userId: job.userId})
  WITH
    file,
    // @include is_file_needed
    AS isNeeded, coalesce(NOT people.status IN ['done', 'failed'], false) AS isOfPeople
  WHERE NOT isNeeded AND NOT isOfPeople
  RETURN file
} AS orphaned
