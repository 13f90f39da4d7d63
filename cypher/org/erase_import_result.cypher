// Removes what the last import of people says about them: it may name anybody.
MATCH (import:OrgImport {tenantId: $tenantId})
SET import.result = null
