// Returns the last import of people if what it says has one of $terms; without its content.
// @param terms: list of texts
RETURN COLLECT {
  MATCH (import:OrgImport {tenantId: $tenantId})
  WHERE any(term IN $terms WHERE import.result CONTAINS term)
  RETURN import {.id, .status, .createdAt}
} AS peopleImports
