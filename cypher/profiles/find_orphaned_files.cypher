// Returns the $files ({tenantId, id}) that no profile and no open import (of a profile or of people) refers to. An
// import counts as open while it is parsed, or queued or processing and created after $createdAfter. What seems
// unneeded is looked at again under the lock of its import: a confirmation that is being committed can be seen in
// parts. Files of tenants unknown to this database are never returned: the store may serve several databases.
// @all-tenants
// @param files: list of {tenantId: id, id: id}
UNWIND $files AS file
MATCH (tenant:Tenant {id: file.tenantId})
OPTIONAL MATCH (job:ImportJob {tenantId: file.tenantId, id: file.id})
OPTIONAL MATCH (people:OrgImport {tenantId: file.tenantId, id: file.id})
OPTIONAL MATCH (profile:Profile {tenantId: file.tenantId, userId: job.userId})
WITH
  file, job,
  // @include is_file_needed
  AS isNeeded, coalesce(NOT people.status IN ['done', 'failed'], false) AS isOfPeople
WHERE NOT isNeeded AND NOT isOfPeople
FOREACH (seen IN CASE WHEN job IS NULL THEN [] ELSE [job] END | SET seen.id = file.id)
WITH file
OPTIONAL MATCH (job:ImportJob {tenantId: file.tenantId, id: file.id})
OPTIONAL MATCH (profile:Profile {tenantId: file.tenantId, userId: job.userId})
WITH
  file,
  // @include is_file_needed
  AS isNeeded
WHERE NOT isNeeded
RETURN collect(file) AS orphaned
