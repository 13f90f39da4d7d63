// Removes the result of the last import of people, because it may name anybody.
MATCH (import:OrgImport {tenantId: $tenantId})
SET import.result = null
